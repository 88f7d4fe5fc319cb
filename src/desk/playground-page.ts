import { formatCount } from './format.ts';
import { postForm } from './forms.ts';
import { type Html, html } from './html.ts';

/** Telegram's longest message: the playground asks nothing that a customer could not. */
export const QUESTION_LIMIT = 4096;

/** A form field read: a question to ask, or one sentence on why it cannot be asked. */
export type QuestionReading =
  | { readonly ok: true; readonly question: string }
  | { readonly ok: false; readonly typed: string; readonly fault: string };

/** Reads the form's field. */
export function readQuestion(field: string): QuestionReading {
  const question = field.trim();
  if (question === '') return { ok: false, typed: '', fault: 'Please write a question first.' };
  if (question.length > QUESTION_LIMIT) {
    const fault = `The question has ${formatCount(question.length)} characters; the most is ${formatCount(QUESTION_LIMIT)}.`;
    return { ok: false, typed: question, fault };
  }
  return { ok: true, question };
}

/** Asks through the same pipeline as Telegram; after a fault it shows what was typed and what is wrong with it. */
export function playgroundPage(csrfToken: string, typed: string, fault: string | null): Html {
  return html`<div class="playground"><h1>Playground</h1>
<p>Ask as a customer would. The question takes the same way as in Telegram: search, answer, check, record. You then see the answer beside the sections behind it.</p>
${postForm(csrfToken, '/playground', form(typed, fault))}</div>`;
}

function form(typed: string, fault: string | null): Html {
  return html`<label for="question">Question</label>
${fault !== null && html`<p class="alert bad" id="fault" role="alert">${fault}</p>`}
<textarea id="question" name="question" rows="4" maxlength="${QUESTION_LIMIT}" required dir="auto" autofocus aria-describedby="${fault !== null && 'fault '}hint"${fault !== null && html` aria-invalid="true"`}>
${typed}</textarea>
<p class="muted" id="hint">It is listed as “Playground”. With a model it is sent to the model’s provider, so leave out personal data.</p>
<button type="submit">Ask</button>`;
}

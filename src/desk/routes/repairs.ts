import type { StoredExchange } from '../../domain/exchange.ts';
import type { SectionId } from '../../domain/section.ts';
import type { ExchangeReader } from '../../review/exchange-reader.ts';
import { formatCount } from '../format.ts';
import { readField } from '../forms.ts';
import type { Frame } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { noExchangePage } from '../notice-pages.ts';
import { alsoAskedForm } from '../repair-panels.ts';
import type { Repairs } from '../repairs.ts';
import { REPLY_LIMIT, replyForm } from '../reply-panel.ts';
import { adminsOnly } from '../security.ts';
import type { DeskApp, DeskContext } from '../staff.ts';

export interface RepairRouteParts {
  readonly repairs: Repairs;
  readonly reader: Pick<ExchangeReader, 'findExchange'>;
  readonly frame: Frame;
  readonly businessName: string;
}

/** What follows a verdict: every form leads back to the exchange, or to a page that says why not and keeps what was typed. */
export function addRepairRoutes(desk: DeskApp, parts: RepairRouteParts): void {
  const { repairs, reader, frame, businessName } = parts;

  /** A form of an exchange's page. */
  function onExchange(
    name: string,
    act: (c: DeskContext, exchange: StoredExchange) => Promise<Response>,
  ): void {
    desk.post(`/exchanges/:id/${name}`, (c) => {
      const exchange = reader.findExchange(c.req.param('id') ?? '');
      return exchange === null ? c.html(noExchangePage(businessName), 404) : act(c, exchange);
    });
  }

  function showFault(c: DeskContext, id: string, title: string, reason: string, form: Html | null = null) {
    return frame.show(c, title, 'exchanges', faultPage(id, title, reason, form), 422);
  }

  async function rehearse(c: DeskContext, exchange: StoredExchange, only: SectionId | null) {
    const done = await repairs.rehearse(exchange, only, c.var.staff.name);
    return done.ok
      ? backTo(c, exchange.id, 'try-again')
      : showFault(c, exchange.id, 'Not tried', done.reason);
  }

  onExchange('rerun', (c, exchange) => rehearse(c, exchange, null));
  onExchange('force', async (c, exchange) => rehearse(c, exchange, await readSection(c)));

  onExchange('also-asked', async (c, exchange) => {
    const section = await readSection(c);
    const words = await readField(c, 'words');
    const edit = { sectionId: section, words: words.split(',') };
    const done = await repairs.propose(exchange.id, edit, c.var.staff.name);
    if (done.ok) return backTo(c, exchange.id, 'teach');
    const form = alsoAskedForm(exchange, repairs.sections(), { section, words }, c.var.csrfToken);
    return showFault(c, exchange.id, 'Nothing was proposed', done.reason, form);
  });

  onExchange('reply', async (c, exchange) => {
    const text = (await readField(c, 'text')).trim();
    const form = await readField(c, 'form');
    const fault = faultIn(text, form);
    const done =
      fault === null
        ? repairs.reply(exchange, { text, form, reviewer: c.var.staff.name })
        : ({ ok: false, reason: fault } as const);
    if (done.ok) return backTo(c, exchange.id, 'reply');
    return showFault(
      c,
      exchange.id,
      'Not sent',
      done.reason,
      replyForm(exchange, { text, form }, c.var.csrfToken),
    );
  });

  desk.post('/proposals/:id/dismiss', async (c) => {
    const proposal = repairs.findProposal(readId(c.req.param('id')));
    if (proposal === null) return c.html(noExchangePage(businessName), 404);
    repairs.dismiss(proposal.id, c.var.staff.name);
    return backTo(c, proposal.exchangeId, 'teach');
  });

  desk.post('/proposals/:id/apply', adminsOnly, async (c) => {
    const proposal = repairs.findProposal(readId(c.req.param('id')));
    if (proposal === null) return c.html(noExchangePage(businessName), 404);
    const done = await repairs.apply(proposal.id, c.var.staff.name);
    if (done.ok) return backTo(c, proposal.exchangeId, 'teach');
    return showFault(c, proposal.exchangeId, 'The policy was not changed', done.reason);
  });
}

function backTo(c: DeskContext, exchangeId: string, panel: string): Response {
  return c.redirect(`/exchanges/${encodeURIComponent(exchangeId)}#${panel}`, 303);
}

/** Whether there is such a section is found out by whoever uses it. */
async function readSection(c: DeskContext): Promise<SectionId> {
  return (await readField(c, 'section')) as SectionId;
}

function readId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

function faultIn(text: string, form: string): string | null {
  if (text === '') return 'Please write a reply first.';
  if (text.length > REPLY_LIMIT) {
    return `The reply has ${formatCount(text.length)} characters; the most is ${formatCount(REPLY_LIMIT)}.`;
  }
  if (!/^[\w-]{8,64}$/.test(form)) return 'This form is out of date: open the exchange anew and try again.';
  return null;
}

function faultPage(exchangeId: string, title: string, reason: string, form: Html | null): Html {
  return html`<div class="playground"><p class="back"><a href="/exchanges/${encodeURIComponent(exchangeId)}">← Back to the exchange</a></p><h1>${title}</h1>
<p class="alert bad" role="alert">${reason}</p>
${form}</div>`;
}

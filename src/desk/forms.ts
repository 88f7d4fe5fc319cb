import { type Html, html } from './html.ts';
import type { DeskContext } from './staff.ts';

/** The field in which a form proves that one of the desk's own pages made it. */
export const CSRF_FIELD = 'csrf';

/** A form that changes something: what every page uses, so that none forgets the token. */
export function postForm(
  csrfToken: string,
  action: string,
  content: Html,
  className: string | null = null,
): Html {
  return html`<form method="post" action="${action}"${className !== null && html` class="${className}"`}><input type="hidden" name="${CSRF_FIELD}" value="${csrfToken}">${content}</form>`;
}

/** The text of a form's field, its line ends as `\n`; '' where it is missing, a file, or the body is no form. */
export async function readField(c: DeskContext, name: string): Promise<string> {
  try {
    const value = (await c.req.parseBody())[name];
    return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
  } catch {
    return '';
  }
}

import type { StoredExchange } from '../domain/exchange.ts';
import { sectionsOf } from '../domain/repair.ts';
import type { SectionId } from '../domain/section.ts';
import { type Html, html } from './html.ts';

export const SECTION_FIELD_HINT = 'The sections that the search found come first.';

/** A choice of the policies' sections, named `section`: those that the search found in their order, then the others. */
export function sectionField(
  id: string,
  label: string,
  { hits }: Pick<StoredExchange, 'hits'>,
  sections: readonly { readonly id: SectionId; readonly title: string }[],
  chosen: SectionId | null,
): Html {
  const current = new Set(sections.map((section) => section.id));
  const found = sectionsOf(hits).filter(({ sectionId }) => current.has(sectionId));
  const names = new Map(found.map(({ sectionId, name }) => [sectionId, name]));
  const others = sections.filter((section) => !names.has(section.id));
  const option = (section: SectionId, text: string) =>
    html`<option value="${section}"${section === chosen && html` selected`}>${text}</option>`;
  return html`<label for="${id}">${label}</label>
<select id="${id}" name="section" required>${
    found.length > 0 &&
    html`<optgroup label="Found for this question">${found.map(({ sectionId, name, sent }, at) =>
      option(sectionId, `${at + 1}. ${name}${sent ? ' (sent)' : ''}`),
    )}</optgroup>`
  }${
    others.length > 0 &&
    html`<optgroup label="${found.length > 0 ? 'Other sections' : 'Sections'}">${others.map((section) => option(section.id, nameAmong(section, sections)))}</optgroup>`
  }</select>`;
}

/** With its id where others bear the title too. */
function nameAmong(
  { id, title }: { readonly id: SectionId; readonly title: string },
  sections: readonly { readonly title: string }[],
): string {
  return sections.filter((section) => section.title === title).length > 1 ? `${title} (${id})` : title;
}

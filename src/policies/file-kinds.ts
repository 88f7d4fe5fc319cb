import { posix } from 'node:path';

const MARKDOWN = new Set(['.md', '.markdown']);
const PLAIN_TEXT = new Set(['.txt']);

/** People put these beside the policies and expect them to be read, so they are named instead of ignored. */
const OTHER_DOCUMENTS = new Set(
  'mdx html htm xhtml doc docx odt rtf pdf pages epub rst adoc asciidoc org tex xls xlsx ods csv ppt pptx odp'
    .split(' ')
    .map((extension) => `.${extension}`),
);

export type FileKind = 'markdown' | 'text' | 'document' | 'unrelated';

/** By the extension alone, in any case: `POLICY.MD` is Markdown. */
export function fileKind(file: string): FileKind {
  const extension = posix.extname(file).toLowerCase();
  if (MARKDOWN.has(extension)) return 'markdown';
  if (PLAIN_TEXT.has(extension)) return 'text';
  return OTHER_DOCUMENTS.has(extension) ? 'document' : 'unrelated';
}

/**
 * The title of a file that names itself nowhere: `shop/refund-policy.html.md` is "Refund policy". An `index` or
 * `readme` says nothing, so its folder's name stands in.
 */
export function titleFromFile(file: string): string {
  const name = bareName(posix.basename(file));
  const folder = posix.basename(posix.dirname(file));
  const telling = /^(index|readme)$/i.test(name) && folder !== '.' && folder !== '' ? folder : name;
  const words = telling.replace(/[-_\s]+/g, ' ').trim();
  const [first = '', ...rest] = words;
  return first.toUpperCase() + rest.join('') || file;
}

function bareName(name: string): string {
  let bare = name;
  while (fileKind(bare) !== 'unrelated' && posix.extname(bare) !== '') {
    bare = bare.slice(0, -posix.extname(bare).length);
  }
  return bare;
}

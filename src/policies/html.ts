import type {
  Definition,
  FootnoteDefinition,
  Heading,
  List,
  ListItem,
  Nodes,
  Paragraph,
  Root,
  RootContent,
  Table,
  TableRow,
} from 'mdast';

/** A footnote's mark, apart from real elements: it stands in the text and never in a title. */
export const NOTE_TAG = 'citedesk-note';

/** What Markdown keeps elsewhere in the file and refers to by a label. */
export interface Labels {
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly footnotes: ReadonlyMap<string, FootnoteDefinition>;
}

/** Of two definitions with one label the first counts, as in CommonMark. */
export function collectLabels(tree: Root): Labels {
  const definitions = new Map<string, Definition>();
  const footnotes = new Map<string, FootnoteDefinition>();
  const visit = (node: Nodes): void => {
    if (node.type === 'definition' && !definitions.has(node.identifier))
      definitions.set(node.identifier, node);
    if (node.type === 'footnoteDefinition' && !footnotes.has(node.identifier))
      footnotes.set(node.identifier, node);
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(tree);
  return { definitions, footnotes };
}

/**
 * A section's Markdown as one HTML fragment. Authors mix raw HTML into Markdown, tag by tag and across blocks; only
 * an HTML parser that sees both together reads it as a browser would, so HTML is the road from Markdown to text.
 *
 * A footnote follows the block that refers to it: the condition must not end up in another passage.
 */
export function sectionHtml(nodes: readonly RootContent[], heading: Heading | null, labels: Labels): string {
  const seen = new Set<string>();
  let html = heading === null ? '' : notesHtml(heading, labels, seen);
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at];
    const next = nodes[at + 1];
    if (node === undefined) continue;
    if (node.type === 'paragraph' && next?.type === 'table' && isUpperHeader(node, next)) {
      html += tableHtml(next, labels, upperHeaderRows(node, labels)) + notesHtml(next, labels, seen);
      at += 1;
    } else {
      html += toHtml(node, labels) + notesHtml(node, labels, seen);
    }
  }
  return html;
}

/** A heading's own words; `readTitle` makes a title of them. */
export function headingHtml(heading: Heading, labels: Labels): string {
  return childrenHtml(heading, labels);
}

function toHtml(node: Nodes, labels: Labels): string {
  switch (node.type) {
    case 'text':
      return escapeHtml(node.value);
    case 'html':
      return rawHtml(node.value);
    case 'inlineCode':
      return `<code>${escapeHtml(node.value)}</code>`;
    case 'code':
      return `<pre><code>${escapeHtml(node.value)}</code></pre>`;
    case 'break':
      return '<br>';
    case 'thematicBreak':
      return '<hr>';
    case 'emphasis':
      return wrap('em', node, labels);
    case 'strong':
      return wrap('strong', node, labels);
    case 'delete':
      return wrap('del', node, labels);
    case 'blockquote':
      return wrap('blockquote', node, labels);
    case 'paragraph':
    case 'heading':
      return wrap('p', node, labels);
    case 'link':
      return linkHtml(node.url, childrenHtml(node, labels));
    case 'linkReference':
      return linkHtml(labels.definitions.get(node.identifier)?.url ?? '', childrenHtml(node, labels));
    case 'image':
    case 'imageReference':
      return `<img alt="${escapeHtml(node.alt ?? '')}">`;
    case 'footnoteReference':
      return `<${NOTE_TAG}>${escapeHtml(`[${node.label ?? node.identifier}]`)}</${NOTE_TAG}>`;
    case 'list':
      return listHtml(node, labels);
    case 'table':
      return tableHtml(node, labels, '');
    default:
      return '';
  }
}

function wrap(tag: string, node: Nodes, labels: Labels): string {
  return `<${tag}>${childrenHtml(node, labels)}</${tag}>`;
}

function childrenHtml(node: Nodes, labels: Labels): string {
  return 'children' in node ? node.children.map((child) => toHtml(child, labels)).join('') : '';
}

function linkHtml(url: string, label: string): string {
  return `<a href="${escapeHtml(url)}">${label}</a>`;
}

function listHtml(list: List, labels: Labels): string {
  const items = list.children.map((item) => itemHtml(item, labels)).join('');
  return list.ordered ? `<ol start="${list.start ?? 1}">${items}</ol>` : `<ul>${items}</ul>`;
}

function itemHtml(item: ListItem, labels: Labels): string {
  const box = item.checked === true ? '[x] ' : item.checked === false ? '[ ] ' : '';
  const [first, ...rest] = item.children;
  const head = first?.type === 'paragraph' ? childrenHtml(first, labels) : first && toHtml(first, labels);
  return `<li>${box}${head ?? ''}${rest.map((child) => toHtml(child, labels)).join('')}</li>`;
}

function tableHtml(table: Table, labels: Labels, upperRows: string): string {
  const [header, ...rows] = table.children;
  const head = header ? rowHtml(header, 'th', labels) : '';
  const body = rows.map((row) => rowHtml(row, 'td', labels)).join('');
  return `<table><thead>${upperRows}${head}</thead><tbody>${body}</tbody></table>`;
}

function rowHtml(row: TableRow, tag: string, labels: Labels): string {
  return `<tr>${row.children.map((cell) => wrap(tag, cell, labels)).join('')}</tr>`;
}

/** A second header line above the real one: GFM sees a paragraph there, people see one table. */
function isUpperHeader(paragraph: Paragraph, table: Table): boolean {
  const first = paragraph.children[0];
  const touches = paragraph.position?.end.line === (table.position?.start.line ?? 0) - 1;
  return touches && first?.type === 'text' && first.value.startsWith('|');
}

function upperHeaderRows(paragraph: Paragraph, labels: Labels): string {
  return childrenHtml(paragraph, labels)
    .split('\n')
    .map((line) => line.trim().replace(/^\||\|$/g, ''))
    .map(
      (line) =>
        `<tr>${line
          .split('|')
          .map((cell) => `<th>${cell}</th>`)
          .join('')}</tr>`,
    )
    .join('');
}

/** The footnotes that a block refers to and, in turn, theirs; each once in a section. */
function notesHtml(node: Nodes, labels: Labels, seen: Set<string>): string {
  if (node.type === 'footnoteDefinition') return '';
  return footnotesIn(node)
    .map((identifier) => {
      const note = labels.footnotes.get(identifier);
      if (note === undefined || seen.has(identifier)) return '';
      seen.add(identifier);
      const [first, ...rest] = note.children;
      const head = first?.type === 'paragraph' ? childrenHtml(first, labels) : first && toHtml(first, labels);
      const body = `<div>${escapeHtml(`[${note.label ?? identifier}] `)}${head ?? ''}</div>`;
      const deeper = note.children.map((child) => notesHtml(child, labels, seen)).join('');
      return body + rest.map((child) => toHtml(child, labels)).join('') + deeper;
    })
    .join('');
}

function footnotesIn(node: Nodes): string[] {
  if (node.type === 'footnoteReference') return [node.identifier];
  return 'children' in node ? node.children.flatMap((child) => footnotesIn(child)) : [];
}

/** A tag that is never finished would swallow the Markdown after it, so it is shown as it was typed. */
function rawHtml(html: string): string {
  const unfinished = html.lastIndexOf('<') > html.lastIndexOf('>');
  return unfinished ? `<p>${escapeHtml(html)}</p>` : html;
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

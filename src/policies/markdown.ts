import type { Literal, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { type FrontMatterReading, NO_FRONT_MATTER, readFrontMatter } from './front-matter.ts';
import { type Masked, maskSource } from './mask.ts';

/** TOML front matter as the parser adds it; `yaml` is in mdast itself. */
interface Toml extends Literal {
  type: 'toml';
}

declare module 'mdast' {
  interface RootContentMap {
    toml: Toml;
  }
  interface FrontmatterContentMap {
    toml: Toml;
  }
}

/**
 * CommonMark with the GitHub extensions and front matter. A single tilde strikes nothing out here, though GitHub
 * lets it: "2~3 days, 5~7 days" is a range in half of Asia, and struck-out text is not shown to customers.
 */
export function parseMarkdown(source: string): Root {
  return parseLocated(source).tree;
}

/** A tree whose positions are those of the masked source. */
export interface Located extends Pick<Masked, 'offsetInSource'> {
  readonly tree: Root;
}

/** The same with the way from the tree's positions to the source's. */
export function parseLocated(source: string): Located {
  const tree = parse(source);
  const { text, offsetInSource } = maskSource(source, tree);
  return { tree: text === source ? tree : parse(text), offsetInSource };
}

function parse(source: string): Root {
  return fromMarkdown(source, {
    extensions: [gfm({ singleTilde: false }), frontmatter(['yaml', 'toml'])],
    mdastExtensions: [gfmFromMarkdown(), frontmatterFromMarkdown(['yaml', 'toml'])],
  });
}

/** The front matter at the top of the tree. A `---` that never closes is a rule line, as CommonMark has it. */
export function frontMatterOf(tree: Root): FrontMatterReading {
  const first = tree.children[0];
  if (first?.type === 'yaml' || first?.type === 'toml') return readFrontMatter(first.type, first.value);
  return { ok: true, value: NO_FRONT_MATTER };
}

import type { Literal, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { type FrontMatterReading, NO_FRONT_MATTER, readFrontMatter } from './front-matter.ts';
import { maskSource } from './mask.ts';

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
  const tree = parse(source);
  const masked = maskSource(source, tree);
  return masked === source ? tree : parse(masked);
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

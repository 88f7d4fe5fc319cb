import type { Hit } from '../../domain/search.ts';
import { TOOL_NAMES } from '../tools.ts';

const FILE_NAME =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}_-]+\.(?:md|markdown|sqlite|db|env)(?:#[\p{L}\p{N}_-]+)?(?![\p{L}\p{N}])/iu;
/** Ids of the Messages API, and the random names of chats. */
const MACHINE_ID = /(?<![\p{L}\p{N}_])(?:toolu|msg|req|srvtoolu|c)_[\p{L}\p{N}_-]{8,}/u;
const HASH = /(?<![\p{L}\p{N}])[0-9a-f]{32,}(?![\p{L}\p{N}])/iu;

/** Names of the wire's fields and blocks. */
const WIRE =
  /"(?:role|type|text|content|source|messages|citations|system|tools)\\*"\s*:|\b(?:cache_control|search_result|tool_result|tool_use|input_schema|max_tokens)\b/u;

/** The first name of ours in a sentence that a customer must not read, unless the cited words hold it too; or null. */
export function findInternalName(sentence: string, evidence: string, sent: readonly Hit[]): string | null {
  const named = [...TOOL_NAMES, ...sent.map(({ passage }) => passage.sectionId)].find((name) =>
    sentence.includes(name),
  );
  const found =
    named ??
    (FILE_NAME.exec(sentence) ??
      MACHINE_ID.exec(sentence) ??
      HASH.exec(sentence) ??
      WIRE.exec(sentence))?.[0] ??
    null;
  return found === null || evidence.includes(found) ? null : found;
}

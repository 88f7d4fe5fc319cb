#!/usr/bin/env node
import { ask, type Command, exportAll, reindex, search, startChat, status } from './cli/commands.ts';
import { evaluate } from './cli/evaluate.ts';
import { isOperatorError, UsageError } from './errors.ts';
import { describeError } from './log.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  search,
  ask,
  chat: startChat,
  reindex,
  evaluate,
  export: exportAll,
  status,
};

const HELP = `citedesk COMMAND [options]

  search QUESTION [--policies DIR] [--limit N]     ranked sections and why
  ask QUESTION [--policies DIR] [--offline] [--no-retrieval]
                                                   the full pipeline, recorded
  chat [--policies DIR]                            the same as a conversation
  reindex [--policies DIR] [--dry-run]             re-read the policies
  evaluate [--policies DIR] [--golden FILE] [--strategies LIST] [--k 1,2,3,5] [--answers] [--offline]
           [--baseline FILE] [--save-baseline FILE] [--report FILE.html] [--verbose]
                                                   judge search and answers by golden questions
  export [--format csv|jsonl]                      every exchange
  status                                           how the desk is doing

Every command but chat takes --json. --policies DIR tries a folder on a throw-away index and leaves the database alone.
Exit code: 0 done, 1 what was checked does not hold or failed, 2 wrong use.`;

process.exitCode = await run(process.argv.slice(2));

/** Resolves to the exit code; every error is one line on standard error. */
async function run(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    console.log(HELP);
    return name === undefined ? 2 : 0;
  }
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command === undefined) {
      throw new UsageError(`There is no command '${name}'; there are ${Object.keys(COMMANDS).join(', ')}.`);
    }
    return await command(rest);
  } catch (error) {
    if (isBrokenPipe(error)) return 0;
    console.error(`citedesk: ${isOperatorError(error) ? error.message : unexpected(error)}`);
    return error instanceof UsageError ? 2 : 1;
  }
}

function unexpected(error: unknown): string {
  const { type, message } = describeError(error);
  return `an unexpected ${type}: ${message}`;
}

/** The reader had enough, as with `| head`. */
function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}

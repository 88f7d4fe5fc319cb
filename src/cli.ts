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
           [--baseline FILE] [--save-baseline FILE] [--save-threshold] [--report FILE.html] [--verbose]
                                                   judge search and answers by golden questions
  export [--format csv|jsonl]                      every exchange
  status                                           how the desk is doing
`;

const NOTES = `Every command but chat takes --json. --policies DIR tries a folder on a throw-away index and leaves the database alone.
Exit code: 0 done, 1 what was checked does not hold or failed, 2 wrong use.`;

process.exitCode = await run(process.argv.slice(2));

/** Resolves to the exit code; every error is one line on standard error. */
async function run(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    console.log(`${HELP}\n${NOTES}`);
    return name === undefined ? 2 : 0;
  }
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command === undefined) {
      throw new UsageError(`There is no command '${name}'; there are ${Object.keys(COMMANDS).join(', ')}.`);
    }
    if (asksForHelp(rest)) {
      console.log(`${usageOf(name)}\n\n${NOTES}`);
      return 0;
    }
    return await command(rest);
  } catch (error) {
    if (isBrokenPipe(error)) return 0;
    console.error(`citedesk: ${isOperatorError(error) ? error.message : unexpected(error)}`);
    return error instanceof UsageError ? 2 : 1;
  }
}

/** What stands after `--` is words. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? argv.length : end).some((word) => word === '--help' || word === '-h');
}

/** The command's own lines of the help. */
function usageOf(name: string): string {
  const [, lines = ''] = new RegExp(`^  (${name}\\b.*(?:\\n   .*)*)`, 'm').exec(HELP) ?? [];
  return `citedesk ${lines}`;
}

function unexpected(error: unknown): string {
  const { type, message } = describeError(error);
  return `an unexpected ${type}: ${message}`;
}

/** The reader had enough, as with `| head`. */
function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}

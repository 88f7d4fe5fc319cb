import { SetError } from './sets.ts';

/** Runs a bench; what its user got wrong is said in one line, with exit code 2. */
export async function runBench(main: () => void | Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!isWrongUse(error)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}

function isWrongUse(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return error instanceof SetError || ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
}

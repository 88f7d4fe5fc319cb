import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const DIST = join(import.meta.dirname, '..', '..', 'dist');
const PROGRAM = join(DIST, 'main.js');
const START_WITHIN_MS = 20_000;

export interface Program {
  readonly child: ChildProcess;
  /** Where the desk listens. */
  readonly deskUrl: string;
  /** What was printed so far, on both outputs. */
  readonly output: () => string;
  /** Sends the signal and resolves to the exit code, or null where the signal ended it. */
  readonly stop: (signal: NodeJS.Signals) => Promise<number | null>;
}

/**
 * Starts the built program (`npm run build`) in a folder of its own, with nothing of this process's environment but
 * the path, and waits until its desk listens.
 */
export async function startProgram(cwd: string, env: Readonly<Record<string, string>>): Promise<Program> {
  const child = spawn(process.execPath, [PROGRAM], {
    cwd,
    env: { PATH: process.env['PATH'], DESK_PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (data: Buffer) => {
    output += data.toString();
  });
  const deskUrl = await new Promise<string>((resolve, reject) => {
    const giveUp = (why: string) => reject(new Error(`the program ${why}; it printed:\n${output}`));
    const timer = setTimeout(() => giveUp('did not start in time'), START_WITHIN_MS);
    child.once('exit', (code) => giveUp(`ended with ${code}`));
    createInterface({ input: child.stdout }).on('line', (line) => {
      output += `${line}\n`;
      const url = /Desk: (http\S+)/.exec(line)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      child.removeAllListeners('exit');
      resolve(url);
    });
  });
  return {
    child,
    deskUrl,
    output: () => output,
    async stop(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const exit = once(child, 'exit');
      child.kill(signal);
      const [code] = await exit;
      return code as number | null;
    },
  };
}

/** Runs the built program where it cannot start, and resolves to its exit code and what it printed. */
export async function runToExit(
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [PROGRAM], {
    cwd,
    env: { PATH: process.env['PATH'], DESK_PORT: '0', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      output += data.toString();
    });
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), START_WITHIN_MS);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  return { code: code as number | null, output };
}

/** Runs a command of the built command line and resolves to what it printed. */
export async function runCommand(cwd: string, args: readonly string[]): Promise<string> {
  const options = { cwd, env: { PATH: process.env['PATH'], LOG_LEVEL: 'silent' } };
  const { stdout } = await promisify(execFile)(process.execPath, [join(DIST, 'cli.js'), ...args], options);
  return stdout;
}

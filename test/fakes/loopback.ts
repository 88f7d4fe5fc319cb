/**
 * HTTP on 127.0.0.1 for both fakes. `close` cuts every open socket, because a hanging answer or an idle
 * keep-alive connection would otherwise hold the test process open.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export type Json = Record<string, unknown>;

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function recordsOf(value: unknown): readonly Json[] {
  return listOf(value).filter(isRecord);
}

export interface Loopback {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Port 0 takes any free port; a fixed one lets a restarted child process find the fake again. */
export async function listen(handler: Handler, port = 0): Promise<Loopback> {
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    handler(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(`The fake itself failed: ${asError(error).stack}`);
    });
  });
  // As long as the real services': Node's five seconds end just when a busy client reuses the connection.
  server.keepAliveTimeout = 75_000;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function asError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value));
}

/**
 * Something a test waits for. `look` is asked now and after every `notice`, so nothing is polled; on time-out the
 * error carries what `describe` says, since "timed out" alone sends the reader to a debugger.
 */
export class Watchers {
  readonly #looks = new Set<() => void>();

  notice(): void {
    for (const look of this.#looks) look();
  }

  wait<T>(look: () => T | undefined, timeoutMs: number, describe: () => string): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#looks.delete(check);
        reject(new Error(`Waited ${timeoutMs} ms in vain: ${describe()}`));
      }, timeoutMs);
      const check = () => {
        let found: T | undefined;
        try {
          found = look();
        } catch (error) {
          clearTimeout(timer);
          this.#looks.delete(check);
          reject(asError(error));
          return;
        }
        if (found === undefined) return;
        clearTimeout(timer);
        this.#looks.delete(check);
        resolve(found);
      };
      this.#looks.add(check);
      check();
    });
  }
}

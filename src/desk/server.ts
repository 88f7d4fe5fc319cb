import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { DeskError } from '../errors.ts';
import type { DeskApp } from './staff.ts';

export interface DeskAddress {
  readonly host: string;
  /** 0 takes any free port; the running desk's url tells which. */
  readonly port: number;
}

export interface RunningDesk {
  readonly url: string;
  /** Stops listening and ends every connection, also one that a browser keeps open. May be called twice. */
  close(): Promise<void>;
}

/** Serves the desk. Throws a DeskError that says what to change where the address cannot be used. */
export async function startDesk(desk: DeskApp, address: DeskAddress): Promise<RunningDesk> {
  // Without this the adapter would replace the process's own Request and Response, which the model's client uses too.
  const server = createServer(getRequestListener(desk.fetch, { overrideGlobalObjects: false }));
  await listen(server, address);
  const { port } = server.address() as AddressInfo;
  return { url: `http://${formatAddress({ host: address.host, port })}`, close: () => close(server) };
}

function listen(server: Server, address: DeskAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.on('error', (error) => reject(new DeskError(listenFault(error, address), { cause: error })));
    server.listen(address.port, address.host, resolve);
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function listenFault(error: NodeJS.ErrnoException, address: DeskAddress): string {
  return `The desk cannot listen on ${formatAddress(address)}: ${listenReason(error)}.`;
}

function listenReason(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return 'the port is in use; set DESK_PORT to another one';
    case 'EACCES':
      return 'this program may not use the port; set DESK_PORT to one above 1023';
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return 'this computer has no such address; set DESK_HOST to 127.0.0.1';
    default:
      return error.code ?? error.message;
  }
}

function formatAddress({ host, port }: DeskAddress): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

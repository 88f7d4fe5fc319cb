/** What grammY hands over as a signal: a polyfill's, which Node 24's fetch refuses for not being its own. */
interface ForeignSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options: { once: true }): void;
}

/**
 * Node's own fetch for grammY, with its signals made native. The bundled node-fetch would put the bot's token into
 * its errors; the native one does not.
 */
export function nativeFetch(
  address: string | URL,
  init: Omit<RequestInit, 'signal'> & { signal?: ForeignSignal | null } = {},
): Promise<Response> {
  const { signal, ...rest } = init;
  return fetch(address, { ...rest, ...(signal ? { signal: toNative(signal) } : {}) });
}

function toNative(signal: ForeignSignal): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  const controller = new AbortController();
  if (signal.aborted) controller.abort();
  else signal.addEventListener('abort', () => controller.abort(), { once: true });
  return controller.signal;
}

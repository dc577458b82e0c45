import type { IncomingMessage } from 'node:http';

/**
 * Closes the connection of a request whose body has not arrived whole after `timeoutMs`. For servers without
 * requestTimeout, since some of their requests may take hours.
 */
export function bodyDeadline(request: IncomingMessage, timeoutMs: number): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if (length === '0' && encoding === undefined) return;
  // A request that its handler stopped reading has none any more.
  const { socket } = request;
  const timer = setTimeout(() => request.complete || socket.destroy(), timeoutMs).unref();
  request.once('close', () => request.complete && clearTimeout(timer));
}

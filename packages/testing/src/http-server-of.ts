import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The server of this process that answers a request to the port, with the limits on its connections. */
export async function httpServerOf(port: number): Promise<Server> {
  let found: Server | undefined;
  const onRequest = (message: unknown) => {
    const { server, socket } = message as { server: Server; socket: Socket };
    if (socket.localPort === port) found = server;
  };
  subscribe('http.server.request.start', onRequest);
  await fetch(`http://127.0.0.1:${port}/`).catch(() => {});
  unsubscribe('http.server.request.start', onRequest);
  if (!found) throw new Error(`no server of this process answers at ${port}`);
  return found;
}

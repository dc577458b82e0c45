import type { Server, Socket } from 'node:net';
import { atEnd } from './cleanup.ts';

/**
 * Lets a server listen on a free port of 127.0.0.1, and returns the port. One that still listens at the end of the test
 * file is closed: a test that fails before it closes its server would keep jest from ending.
 */
export async function listenLocally(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  atEnd(() => {
    if (!server.listening) return;
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address.port;
}

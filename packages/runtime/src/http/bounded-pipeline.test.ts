import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { listenLocally } from '@marquee/testing/listen-locally';
import { boundedPipeline } from './bounded-pipeline.ts';

async function server() {
  const begun: ServerResponse[] = [];
  const served = createServer(boundedPipeline((_request, response) => void begun.push(response)));
  const port = await listenLocally(served);
  atEnd(() => {
    served.closeAllConnections();
    served.close();
  });
  const client = () => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    const seen = { text: '', closed: false };
    socket.on('data', (chunk) => (seen.text += chunk));
    socket.on('close', () => (seen.closed = true));
    socket.on('error', () => {});
    atEnd(() => socket.destroy());
    return { seen, ask: (count: number) => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count)) };
  };
  return { begun, client };
}

test('a connection that asks a thousand things at once is ended, and nothing more of it begins', async () => {
  const { begun, client } = await server();
  const greedy = client();
  greedy.ask(1_000);
  await eventually(() => expect(greedy.seen.closed).toBe(true));
  expect(begun).toHaveLength(8);
  await eventually(() => expect(begun.every(({ destroyed }) => destroyed)).toBe(true));
});

test('a connection that waits for its answers asks as often as it likes, also some things at once', async () => {
  const { begun, client } = await server();
  const { seen, ask } = client();
  for (let round = 1; round <= 5; round += 1) {
    ask(8);
    await eventually(() => expect(begun).toHaveLength(8 * round));
    for (const response of begun.slice(-8)) response.end(`answer ${round}`);
    await eventually(() => expect(seen.text.match(new RegExp(`answer ${round}`, 'g'))).toHaveLength(8));
  }
  expect(seen.closed).toBe(false);
});

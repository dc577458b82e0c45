import { once } from 'node:events';
import { connect } from 'node:net';
import { cleanUp } from '@marquee/testing/cleanup';
import { testPlatform } from '@marquee/testing/test-platform';
import { startMediaDouble } from './media-double.ts';

/** What a connection comes to: `connect`, or the code of its error. */
async function connection(address: string): Promise<string> {
  const [host = '', port] = address.split(':');
  const socket = connect(Number(port), host);
  try {
    await once(socket, 'connect');
    return 'connect';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  } finally {
    socket.destroy();
  }
}

// What listens keeps a process open: a benchmark would print its figures and never end.
test('the double of media ends with the file that started it', async () => {
  const { address } = await startMediaDouble(await testPlatform('film'));
  expect(await connection(address)).toBe('connect');
  await cleanUp();
  expect(await connection(address)).toBe('ECONNREFUSED');
});

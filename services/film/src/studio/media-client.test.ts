import { Code, ConnectError } from '@connectrpc/connect';
import { mediaClient } from './media-client.ts';

/** Film's client of a media service that answers every call alike. */
const asking = (answer: () => Promise<object>) =>
  mediaClient({ describeAsset: answer, bindAsset: answer, signPlayback: answer } as never);

test('a file that media does not have, or does not describe, is not found', async () => {
  for (const answer of [async () => ({}), () => Promise.reject(new ConnectError('', Code.NotFound))]) {
    await expect(asking(answer).describe('m')).rejects.toMatchObject({ reason: 'ASSET_NOT_FOUND' });
    await expect(asking(answer).bind('m', 'f', { protect: false })).rejects.toMatchObject({
      reason: 'ASSET_NOT_FOUND',
    });
  }
});

test('what media cannot answer now is not said to be unknown', async () => {
  const unavailable = asking(() => Promise.reject(new ConnectError('', Code.Unavailable)));
  await expect(unavailable.describe('m')).rejects.toMatchObject({ code: Code.Unavailable });
});

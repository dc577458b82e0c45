// @requires kafka
// @inputs packages/events
import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { eventually } from '@marquee/testing/eventually';
import { recordingLog } from '@marquee/testing/recording-log';
import { CompressionCodecs, CompressionTypes, KafkaJSNonRetriableError, Partitioners } from 'kafkajs';
import { client, message, open, openAdmin, SLOW_MS } from './testing/kafka-under-test.ts';

test('a batch in a compression that cannot be read here is read all the same', async () => {
  const prefix = `${randomUUID()}.`;
  const bus = open({ prefix, partitions: 1 });
  const seen: string[] = [];
  await bus.subscribe({ topic: 'film', group: 'g', handler: async ({ key }) => void seen.push(key) });
  await bus.publish([message('before')]);
  await publishUnreadable(`${prefix}film`);
  await bus.publish([message('after')]);
  await eventually(() => seen.length === 3);
  expect(seen).toEqual(['before', 'unreadable', 'after']);
});

test(
  'a reader that breaks whenever it has joined says so once, tries again ever more rarely, and says once that it recovered',
  async () => {
    const prefix = `${randomUUID()}.`;
    const admin = await openAdmin();
    // As an operator's own topic may be set.
    await admin.createTopics({ topics: [{ topic: `${prefix}film`, numPartitions: 1 }], waitForLeaders: true });
    await publishUnreadable(`${prefix}film`);
    const { log, said } = recordingLog();
    const connected: number[] = [];
    const bus = open({
      prefix,
      log,
      socketFactory: (options) => {
        connected.push(performance.now());
        return net.connect(options.port, options.host, options.onConnect);
      },
    });
    await bus.subscribe({ topic: 'film', group: 'g', handler: async () => {} });
    await eventually(() => said().some((line) => line.startsWith('events cannot be received')), 30_000);
    // Every session connects again: the pauses between them have grown.
    await eventually(() => connected.some((at, index) => at - (connected[index - 1] ?? at) > 1_500), 30_000);
    expect(said().filter((line) => line.startsWith('events cannot be received'))).toHaveLength(1);
    expect(said()).not.toContain('events are received again');

    CompressionCodecs[CompressionTypes.ZSTD] = () => ({
      compress: zstd,
      decompress: async (batch: Buffer) => zstdDecompressSync(batch),
    });
    await eventually(() => expect(said()).toContain('events are received again'), 30_000);
  },
  SLOW_MS,
);

const zstd = async ({ buffer }: { buffer: Buffer }) => zstdCompressSync(buffer);

/** As a stranger may: with zstd, which our readers do not know. */
async function publishUnreadable(topic: string): Promise<void> {
  CompressionCodecs[CompressionTypes.ZSTD] = () => ({
    compress: zstd,
    decompress: async () => {
      throw new KafkaJSNonRetriableError('ZSTD compression is not known');
    },
  });
  const { id, type } = message('unreadable');
  const stranger = client().producer({ createPartitioner: Partitioners.DefaultPartitioner });
  await stranger.connect();
  const messages = [{ key: 'unreadable', value: Buffer.from([1]), headers: { id, type } }];
  await stranger.send({ topic, compression: CompressionTypes.ZSTD, messages });
  await stranger.disconnect();
}

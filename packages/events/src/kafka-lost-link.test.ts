// @requires kafka
// @inputs packages/events
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { silentLog } from '@marquee/testing/silent-log';
import { type TcpProxy, tcpProxy } from '@marquee/testing/tcp-proxy';
import { startTestKafka, type TestKafka } from '@marquee/testing/test-kafka';
import { kafkaBus } from './kafka-bus.ts';

const TEST_MS = 120_000;
const BACK_MS_MAX = 20_000;
let kafka: TestKafka;
let link: TcpProxy;

beforeAll(async () => {
  const through = async (port: number) => {
    link = await tcpProxy({ port });
    return link.port;
  };
  kafka = await startTestKafka({ through });
}, TEST_MS);

afterAll(async () => {
  await kafka.stop();
  await link.close();
});

test(
  'a broker whose connections died silently is asked over new ones, and events continue [SYS-03:broker]',
  async () => {
    const bus = kafkaBus({ brokers: kafka.brokers, clientId: 'test', log: silentLog });
    const seen: string[] = [];
    const message = (key: string) => ({
      topic: 'film',
      key,
      id: newId(),
      type: 'events.v1.Test',
      body: Buffer.from('x'),
    });
    await bus.subscribe({ topic: 'film', group: 'g', handler: async ({ key }) => void seen.push(key) });
    await eventually(() => bus.publish([message('before')]), BACK_MS_MAX);
    await eventually(() => seen.length === 1, BACK_MS_MAX);

    link.lose();
    const published = bus.publish([message('meanwhile')]).catch(() => bus.publish([message('meanwhile')]));
    await link.mend();
    // What was connected before stays dead.
    await eventually(() => seen.includes('meanwhile'), BACK_MS_MAX);
    await published;
    await bus.close();
  },
  TEST_MS,
);

import { newId } from '@marquee/data/ids';
import type { KafkaMessage } from 'kafkajs';
import { fromKafka, toKafka } from './kafka-messages.ts';

type Said = Partial<Pick<KafkaMessage, 'key' | 'value' | 'headers' | 'offset' | 'timestamp'>>;

const record = (said: Said) => ({
  key: Buffer.from('heat'),
  value: Buffer.of(1),
  timestamp: '1795000000000',
  attributes: 0,
  offset: '17',
  headers: {} as NonNullable<KafkaMessage['headers']>,
  ...said,
});

test('an event survives encoding and decoding', () => {
  const event = { topic: 'film', key: 'heat', id: newId(), type: 'events.v1.FilmRated', body: Uint8Array.of(1, 2) };
  const { key, value, headers } = toKafka(event);
  const sent = record({ key: Buffer.from(String(key)), value: value as Buffer, headers: headers ?? {} });
  expect(fromKafka('film', 3, sent)).toEqual({ ...event, body: Buffer.of(1, 2), position: '3/17' });
});

test('a foreign record gets the same id and key each time, and another record gets others', () => {
  const first = fromKafka('film', 3, record({}));
  expect(first).toMatchObject({ type: '', key: 'film/3/17', problem: 'it has no header "id"' });
  expect(fromKafka('film', 3, record({}))).toEqual(first);
  const others = [
    fromKafka('media', 3, record({})),
    fromKafka('film', 4, record({})),
    fromKafka('film', 3, record({ offset: '18' })),
    // The same position in a topic that was recreated.
    fromKafka('film', 3, record({ timestamp: '1796000000000' })),
  ];
  expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(5);
});

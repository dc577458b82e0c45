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

const named = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Buffer.from(value)]));
const whole = named({ id: newId(), type: 'events.v1.FilmRated' });

test.each([
  ['a header "id" that is no UUID', { headers: { ...whole, ...named({ id: '17' }) } }, 'its header "id" is no UUID'],
  ['no header "type"', { headers: named({ id: newId() }) }, 'it has no header "type"'],
  [
    'a header "type" with a space',
    { headers: { ...whole, ...named({ type: 'a b' }) } },
    'its header "type" names no type',
  ],
  ['an empty key', { headers: whole, key: Buffer.of() }, 'its key is no id of an aggregate'],
  ['no key', { headers: whole, key: null }, 'its key is no id of an aggregate'],
  ['a key with a zero', { headers: whole, key: Buffer.from('a\0b') }, 'its key is no id of an aggregate'],
  ['a key of 201 characters', { headers: whole, key: Buffer.alloc(201, 'k') }, 'its key is no id of an aggregate'],
  ['a key of 200 characters', { headers: whole, key: Buffer.alloc(200, 'k') }, undefined],
])('a record with %s is an event: %#', (_, said, problem) => {
  expect(fromKafka('film', 3, record(said)).problem).toBe(problem);
});

test('the id of a foreign record is a UUID of version 8', () => {
  for (let offset = 0; offset < 32; offset += 1) {
    const { id } = fromKafka('film', 3, record({ offset: String(offset) }));
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});

test('the first of several headers of a name counts', () => {
  const headers = { ...whole, type: [Buffer.from('events.v1.FilmRated'), Buffer.from('other')] };
  expect(fromKafka('film', 3, record({ headers }))).toMatchObject({ type: 'events.v1.FilmRated' });
});

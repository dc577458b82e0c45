import { createHash } from 'node:crypto';
import type { KafkaMessage, Message } from 'kafkajs';
import type { BusMessage, Delivery } from './bus.ts';

const ID_HEADER = 'id';
const TYPE_HEADER = 'type';
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TYPE = /^[\w.]{0,200}$/;
const KEY_CHARACTERS_MAX = 200;

/** An event as a Kafka record: the aggregate's id is the key, id and type are headers. */
export function toKafka({ key, id, type, body }: BusMessage): Message {
  const value = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return { key, value, headers: { [ID_HEADER]: id, [TYPE_HEADER]: type } };
}

/**
 * A Kafka record as a delivery. A foreign record gets an id and a key derived from its position: it becomes one dead
 * letter, and no event waits behind it.
 */
export function fromKafka(topic: string, partition: number, record: KafkaMessage): Delivery {
  const position = `${partition}/${record.offset}`;
  const key = record.key?.toString() ?? '';
  const id = header(record, ID_HEADER);
  const type = header(record, TYPE_HEADER);
  const body = record.value ?? Buffer.alloc(0);
  const problem = problemOf({ key, id, type });
  if (!problem) return { topic, key, id: id ?? '', type: type ?? '', body, position };
  const place = `${topic}/${position}`;
  return { topic, key: place, id: idOf(`${place}/${record.timestamp}`), type: '', body, position, problem };
}

function problemOf({ key, id, type }: { key: string; id: string | undefined; type: string | undefined }) {
  if (id === undefined) return `it has no header "${ID_HEADER}"`;
  if (!ID.test(id)) return `its header "${ID_HEADER}" is no UUID`;
  if (type === undefined) return `it has no header "${TYPE_HEADER}"`;
  if (!TYPE.test(type)) return `its header "${TYPE_HEADER}" names no type`;
  if (key === '' || key.length > KEY_CHARACTERS_MAX || key.includes('\0')) return 'its key is no id of an aggregate';
  return undefined;
}

function header({ headers }: KafkaMessage, name: string): string | undefined {
  const value = headers?.[name];
  return (Array.isArray(value) ? value[0] : value)?.toString();
}

/** A UUID (version 8) derived from a name. */
function idOf(name: string): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

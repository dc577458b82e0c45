import { type DescMessage, fromBinary, type Message } from '@bufbuild/protobuf';
import { type Envelope, EnvelopeSchema } from '@marquee/contracts/events/v1/envelope_pb';
import type { BusMessage, Delivery } from './bus.ts';

/** A message that is not a valid event. Retrying is useless, so it waits for an operator. */
export class NotAnEventError extends Error {
  override name = 'NotAnEventError';

  constructor(message: BusMessage & Pick<Partial<Delivery>, 'problem'>, why?: string, options?: ErrorOptions) {
    const reason = why ?? message.problem ?? `"${message.type}" is no type of event`;
    super(`This message on ${message.topic} is no event of ours: ${reason}.`, options);
  }
}

/** Whether a type has the name of an event. An unknown event may come from a newer release. */
export function isEventType(type: string): boolean {
  return /^events\.v\d+\.[A-Z]\w*$/.test(type);
}

/** The envelope of a message, which must match the message's fields. */
export function openEnvelope(message: BusMessage): Envelope {
  const envelope = decode(message, 'its envelope', () => fromBinary(EnvelopeSchema, message.body));
  if (envelope.type === message.type && envelope.id === message.id) return envelope;
  const says = envelope.id === message.id ? `a "${envelope.type}"` : `the event "${envelope.id}"`;
  throw new NotAnEventError(message, `it is sent as "${message.type}" ${message.id}, and its envelope holds ${says}`);
}

/** The decoded payload. */
export function openPayload(schema: DescMessage, message: BusMessage, envelope: Envelope): Message {
  return decode(message, `its payload (${message.type})`, () => fromBinary(schema, envelope.payload));
}

function decode<T>(message: BusMessage, what: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new NotAnEventError(message, `${what} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

import { z } from 'zod';

/** What the gateway tells of the browser that a call comes from; empty texts where it knows nothing. */
export type ClientInfo = {
  ip: string;
  userAgent: string;
  /** Such as `Lisbon, Portugal`. */
  place: string;
};

const TEXT_LENGTH_MAX = 512;
const text = z.string().max(TEXT_LENGTH_MAX);
const clientInfoSchema = z.object({ ip: text, userAgent: text, place: text });

export const unknownClient: ClientInfo = Object.freeze({ ip: '', userAgent: '', place: '' });

/** As it travels in metadata; over-long texts are cut. */
export function encodeClientInfo(client: Partial<ClientInfo>): Buffer {
  const cut = (value = '') => value.slice(0, TEXT_LENGTH_MAX);
  return Buffer.from(
    JSON.stringify({ ip: cut(client.ip), userAgent: cut(client.userAgent), place: cut(client.place) }),
  );
}

/** The unknown client when the bytes are not a client info. */
export function decodeClientInfo(bytes: Buffer | undefined): ClientInfo {
  if (!bytes) return unknownClient;
  try {
    return clientInfoSchema.parse(JSON.parse(bytes.toString()));
  } catch {
    return unknownClient;
  }
}

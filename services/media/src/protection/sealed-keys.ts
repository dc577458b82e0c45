import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';

/** A key of AES-128 with the id that players know it by, both as bytes. */
export type ContentKey = { id: Buffer; secret: Buffer };
/** The keys of a protected version: the picture's plays nothing of the sound. */
export type ContentKeys = { video: ContentKey; audio: ContentKey };

type SealingKey = { id: string; secret: Buffer };
/** The first key seals, all open. */
export type Keyring = readonly [SealingKey, ...SealingKey[]];

const KEY_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const sealedKey = z.object({ keyId: z.string(), sealedBy: z.string(), sealed: z.string() });
export const sealedKeysSchema = z.object({ video: sealedKey, audio: sealedKey });
/** The keys of a version as they are stored; `keyId` is hexadecimal. */
export type SealedKeys = z.output<typeof sealedKeysSchema>;

/** New random keys. */
export function makeContentKeys(): ContentKeys {
  const make = () => ({ id: randomBytes(KEY_BYTES), secret: randomBytes(KEY_BYTES) });
  return { video: make(), audio: make() };
}

/** Seals keys with AES-256-GCM under the first key of the ring, each bound to its version, track and id. */
export function sealKeys([sealing]: Keyring, version: string, keys: ContentKeys): SealedKeys {
  const seal = (track: keyof ContentKeys) => {
    const { id, secret } = keys[track];
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', sealing.secret, nonce);
    const keyId = id.toString('hex');
    cipher.setAAD(Buffer.from(boundTo(version, track, keyId)));
    const bytes = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    return { keyId, sealedBy: sealing.id, sealed: bytes.toString('base64') };
  };
  return { video: seal('video'), audio: seal('audio') };
}

/** @throws Error when the ring lacks the key, or the stored bytes belong to another version or were changed */
export function openKeys(ring: Keyring, version: string, sealed: SealedKeys): ContentKeys {
  const open = (track: keyof ContentKeys) => {
    const { keyId, sealedBy, sealed: text } = sealed[track];
    const sealing = ring.find(({ id }) => id === sealedBy);
    if (!sealing) throw new Error(`PROTECTION_KEYS lacks the key ${sealedBy}`);
    const bytes = Buffer.from(text, 'base64');
    const opener = createDecipheriv('aes-256-gcm', sealing.secret, bytes.subarray(0, NONCE_BYTES));
    opener.setAAD(Buffer.from(boundTo(version, track, keyId)));
    opener.setAuthTag(bytes.subarray(-TAG_BYTES));
    const secret = Buffer.concat([opener.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), opener.final()]);
    return { id: Buffer.from(keyId, 'hex'), secret };
  };
  return { video: open('video'), audio: open('audio') };
}

const boundTo = (version: string, track: string, keyId: string) => `${version}/${track}/${keyId}`;

import { randomBytes } from 'node:crypto';

// The first box of an MP4.
const SIGNATURE = Buffer.from([0, 0, 0, 24, ...Buffer.from('ftypisom'), 0, 0, 2, 0, ...Buffer.from('isommp42')]);

/** Bytes that begin as a video does and are random then: good enough to be sent, and for no check of the whole file. */
export function videoLike(size: number): Buffer {
  return Buffer.concat([SIGNATURE, randomBytes(Math.max(0, size - SIGNATURE.length))]).subarray(0, size);
}

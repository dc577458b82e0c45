import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Door } from './doors.ts';

const CREDENTIAL_BYTES = 32;

const hashOf = (credential: string) => createHash('sha256').update('marquee door:').update(credential).digest();

/** A secret for a device, and what is kept of it. */
export function newCredential(): { credential: string; credentialHash: Buffer<ArrayBuffer> } {
  const credential = randomBytes(CREDENTIAL_BYTES).toString('base64url');
  return { credential, credentialHash: Buffer.from(hashOf(credential)) };
}

/** Whether a device has proven that it is a door. */
export const isCredentialOf = ({ credentialHash }: Pick<Door, 'credentialHash'>, credential: string): boolean =>
  timingSafeEqual(hashOf(credential), credentialHash);

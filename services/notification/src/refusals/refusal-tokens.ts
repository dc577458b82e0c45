import { createHmac, timingSafeEqual } from 'node:crypto';
import { mailboxOf } from '@marquee/rules/email';

/** Says whose invitations are refused without their address: by a keyed hash of it, and by a token that a mail holds. */
export type RefusalTokens = {
  /** The same for all variants of one mailbox. */
  hashOf(email: string): Uint8Array<ArrayBuffer>;
  /** `<hash>.<hmac>`, in base64url. It has no end: a mail can be read years later. */
  tokenFor(email: string): string;
  /** The hash in a token of this site; undefined for any other text. */
  hashIn(token: string): Uint8Array<ArrayBuffer> | undefined;
};

const TOKEN = /^[A-Za-z0-9_-]{43}\.[A-Za-z0-9_-]{43}$/;
const PURPOSE = 'marquee refuse invitations v1\n';

/** The hash and the signature have a key each: who reads the database can make no token. */
export function createRefusalTokens(hashKey: string, tokenKey: string): RefusalTokens {
  const hashOf = (email: string) => new Uint8Array(createHmac('sha256', hashKey).update(mailboxOf(email)).digest());
  const signatureOf = (hash: Uint8Array) => createHmac('sha256', tokenKey).update(PURPOSE).update(hash).digest();
  return {
    hashOf,
    tokenFor(email) {
      const hash = hashOf(email);
      return `${Buffer.from(hash).toString('base64url')}.${signatureOf(hash).toString('base64url')}`;
    },
    hashIn(token) {
      if (!TOKEN.test(token)) return undefined;
      const [hash, signature] = token.split('.').map((part) => new Uint8Array(Buffer.from(part, 'base64url')));
      return hash && signature && timingSafeEqual(signature, signatureOf(hash)) ? hash : undefined;
    },
  };
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import { mailboxOf } from '@marquee/rules/email';
import { isNoticeKind, type NoticeKindName } from '@marquee/rules/notices';

/** Says whose invitations are refused without their address: by a keyed hash of it, and by a token that a mail holds. */
export type RefusalTokens = {
  /** Of an email, the same for all variants of one mailbox, or of a phone number. */
  hashOf(address: string): Uint8Array<ArrayBuffer>;
  /** `<hash>.<hmac>`, in base64url. It has no end: a mail can be read years later. */
  tokenFor(address: string): string;
  /** The hash in a token of this site; undefined for any other text. */
  hashIn(token: string): Uint8Array<ArrayBuffer> | undefined;
  /** `n.<account>.<kind>.<hmac>`: refuses mails about notices of one kind to an account. It has no end either. */
  noticeTokenFor(notice: MailedNotice): string;
  /** What such a token of this site is about; undefined for any other text. */
  noticeIn(token: string): MailedNotice | undefined;
};

/** Mails about notices of one kind, or about all of them. */
export type MailedNotice = { accountId: string; kind: NoticeKindName | 'ALL' };

const TOKEN = /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;
const PURPOSE = 'marquee refuse invitations v1\n';
const NOTICE_TOKEN = /^n\.([0-9a-f-]{36})\.([A-Z_]{1,40})\.([A-Za-z0-9_-]{43})$/;
const NOTICE_PURPOSE = 'marquee refuse notices v1\n';

/** What all addresses of one recipient have in common. */
const recipientOf = (address: string) => (address.includes('@') ? mailboxOf(address) : address);

/** The hash and the signature have a key each: who reads the database can make no token. */
export function createRefusalTokens(hashKey: string, tokenKey: string): RefusalTokens {
  const hashOf = (address: string) =>
    new Uint8Array(createHmac('sha256', hashKey).update(recipientOf(address)).digest());
  const signatureOf = (hash: Uint8Array) => createHmac('sha256', tokenKey).update(PURPOSE).update(hash).digest();
  const noticeSignature = ({ accountId, kind }: MailedNotice) =>
    createHmac('sha256', tokenKey).update(`${NOTICE_PURPOSE}${accountId}\n${kind}`).digest();
  return {
    hashOf,
    noticeTokenFor(notice) {
      const { accountId, kind } = notice;
      return `n.${accountId}.${kind}.${noticeSignature(notice).toString('base64url')}`;
    },
    noticeIn(token) {
      const [, accountId = '', kind = '', signature = ''] = NOTICE_TOKEN.exec(token) ?? [];
      if (!isNoticeKind(kind) && kind !== 'ALL') return undefined;
      return isSignature(signature, noticeSignature({ accountId, kind })) ? { accountId, kind } : undefined;
    },
    tokenFor(address) {
      const hash = hashOf(address);
      return `${Buffer.from(hash).toString('base64url')}.${signatureOf(hash).toString('base64url')}`;
    },
    hashIn(token) {
      const [, hash = '', signature = ''] = TOKEN.exec(token) ?? [];
      const bytes = new Uint8Array(Buffer.from(hash, 'base64url'));
      return isSignature(signature, signatureOf(bytes)) ? bytes : undefined;
    },
  };
}

function isSignature(text: string, expected: Uint8Array): boolean {
  const given = Buffer.from(text, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

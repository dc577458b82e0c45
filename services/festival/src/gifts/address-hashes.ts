import { createHmac } from 'node:crypto';
import { mailboxOf, normalizeEmail } from '@marquee/rules/email';

export type Hash = Uint8Array<ArrayBuffer>;

/** Says by keyed hashes which address a gift went to, also once the address itself is forgotten. */
export type AddressHashes = {
  /** Of exactly this address: its owner may accept the gift. */
  addressHash(email: string): Hash;
  /** The same for all variants of one mailbox, which share its limits. */
  mailboxHash(email: string): Hash;
};

export function createAddressHashes(key: string): AddressHashes {
  const hash = (text: string): Hash => new Uint8Array(createHmac('sha256', key).update(text).digest());
  return {
    addressHash: (email) => hash(`address\n${normalizeEmail(email)}`),
    mailboxHash: (email) => hash(`mailbox\n${mailboxOf(email)}`),
  };
}

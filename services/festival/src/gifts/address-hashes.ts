import { createHmac } from 'node:crypto';
import { mailboxOf, normalizeEmail } from '@marquee/rules/email';

export type Hash = Uint8Array<ArrayBuffer>;

/** Says by keyed hashes which email or phone number a gift went to, also once it is forgotten. */
export type AddressHashes = {
  /** Of exactly this address: its owner may accept the gift. */
  addressHash(address: string): Hash;
  /** The same for all variants of one mailbox, which share its limits. */
  mailboxHash(address: string): Hash;
};

export function createAddressHashes(key: string): AddressHashes {
  const hash = (text: string): Hash => new Uint8Array(createHmac('sha256', key).update(text).digest());
  return {
    addressHash: (address) => hash(`address\n${normalizeEmail(address)}`),
    // A number has no variants.
    mailboxHash: (address) => hash(`mailbox\n${address.includes('@') ? mailboxOf(address) : address}`),
  };
}

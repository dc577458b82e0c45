import { createHmac, timingSafeEqual } from 'node:crypto';
import { normalizeEmail } from '@marquee/rules/email';

/**
 * What a mail says of itself to who reports it: its delivery, signed with the address that it went to. It is in the return
 * path and in a header. The address itself is kept nowhere: a report names it, and the mark says whether it is the right one.
 */
export type MailMarks = {
  /** `<delivery>-<mac>`, 53 characters that survive a mail server that ignores case. */
  markOf(deliveryId: string, address: string): string;
  /** The delivery of a mark, where it was made for this address; undefined for any other text. */
  deliveryOf(mark: string, address: string): string | undefined;
};

/** Marks anywhere in a message. */
export const MARKS = /(?<![0-9a-f])[0-9a-f]{32}-[0-9a-f]{20}(?![0-9a-f])/g;

const MAC_BYTES = 10;
const PURPOSE = 'marquee mail report v1\n';

export function createMailMarks(key: string): MailMarks {
  const macOf = (bareId: string, address: string) => {
    const hmac = createHmac('sha256', key).update(`${PURPOSE}${bareId}\n${normalizeEmail(address)}`);
    return hmac.digest().subarray(0, MAC_BYTES);
  };
  return {
    markOf(deliveryId, address) {
      const bareId = deliveryId.replaceAll('-', '').toLowerCase();
      return `${bareId}-${macOf(bareId, address).toString('hex')}`;
    },
    deliveryOf(mark, address) {
      const [bareId = '', mac = ''] = mark.split('-');
      const given = Buffer.from(mac, 'hex');
      if (given.length !== MAC_BYTES || !timingSafeEqual(given, macOf(bareId, address))) return undefined;
      return bareId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}

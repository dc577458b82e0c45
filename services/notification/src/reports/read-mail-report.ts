import PostalMime from 'postal-mime';
import { isAddressGone } from '../mail/address-gone.ts';
import { MARKS } from './mail-marks.ts';

/** What a report says, and what it may be about: whatever in it looks like a mark or an address. */
export type MailReport = {
  kind: 'BOUNCE' | 'COMPLAINT';
  marks: string[];
  addresses: string[];
  /** Why a mail server refused; '' for a complaint. */
  diagnostic: string;
  /** The address itself gets no mail, rather than this one. */
  addressGone: boolean;
};

type Verdict = Pick<MailReport, 'kind' | 'diagnostic' | 'addressGone'>;

const MARKS_MAX = 5;
const ADDRESSES_MAX = 100;
/** Twice as many as a mail of ours has in base64. Each costs time to take apart: as many as fit into a message, a second. */
const LINES_MAX = 8_000;
// Begins where a word begins: what is no address is read once, however long it is.
const ADDRESS = /(?<![^\s<>()[\]"',;:@])[^\s<>()[\]"',;:@]{1,64}@[^\s<>()[\]"',;:@]{1,190}/g;
const COMPLAINTS = ['abuse', 'fraud'];

/** Reads a delivery status notification (RFC 3464) or a feedback report (RFC 5965); undefined for every other message. */
export async function readMailReport(message: Uint8Array): Promise<MailReport | undefined> {
  const text = Buffer.from(message).toString('latin1');
  const marks = [...new Set(text.toLowerCase().match(MARKS))].slice(0, MARKS_MAX);
  // Without a mark it is about nothing of ours, and is not taken apart.
  if (marks.length === 0 || text.split('\n').length > LINES_MAX) return undefined;
  const said = await verdictIn(message);
  if (!said) return undefined;
  const addresses = [...new Set(text.match(ADDRESS))].slice(0, ADDRESSES_MAX);
  return { ...said, marks, addresses };
}

async function verdictIn(message: Uint8Array): Promise<Verdict | undefined> {
  const { attachments } = await PostalMime.parse(new Uint8Array(message), { forceRfc822Attachments: true });
  for (const { mimeType, content } of attachments) {
    const text = typeof content === 'string' ? content : Buffer.from(new Uint8Array(content)).toString('utf8');
    if (mimeType === 'message/delivery-status') return bounceIn(text);
    if (mimeType === 'message/feedback-report') return complaintIn(text);
  }
  return undefined;
}

/** A mail that is late, or was relayed, is no bounce: only what failed for good is. */
function bounceIn(status: string): Verdict | undefined {
  const recipients = status.split(/\r?\n\r?\n/).map(fieldsOf);
  const failed = recipients.find((of) => of.get('action') === 'failed' && of.get('status')?.startsWith('5.'));
  if (!failed) return undefined;
  const code = failed.get('status') ?? '';
  return { kind: 'BOUNCE', diagnostic: failed.get('diagnostic-code') || code, addressGone: isAddressGone(code) };
}

function complaintIn(report: string): Verdict | undefined {
  const type = fieldsOf(report).get('feedback-type') ?? '';
  return COMPLAINTS.includes(type) ? { kind: 'COMPLAINT', diagnostic: '', addressGone: false } : undefined;
}

/** Header fields, unfolded, in lower case. */
function fieldsOf(text: string): Map<string, string> {
  const lines = text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const colon = line.indexOf(':');
      return colon > 0
        ? [
            [
              line.slice(0, colon).trim().toLowerCase(),
              line
                .slice(colon + 1)
                .trim()
                .toLowerCase(),
            ],
          ]
        : [];
    }),
  );
}

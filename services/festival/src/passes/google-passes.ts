import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import type { PassConfig } from './pass-config.ts';
import { type PassFacts, timeAt } from './pass-facts.ts';

/** Makes links that save a ticket in Google Wallet. */
export type GooglePasses = {
  /** The link holds all that the wallet shows, signed; nothing is sent to Google before somebody opens it. */
  saveUrl(facts: PassFacts): Promise<string>;
};

/** What is used of the file that Google gives for the key of a service account. */
const serviceAccountKey = z.object({ client_email: z.email(), private_key: z.string() });

/** The account that signs, and its key. @throws where it is none */
export function readServiceAccountKey(text: string) {
  const { client_email: email, private_key: pem } = serviceAccountKey.parse(JSON.parse(text));
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'rsa') throw new Error('the key is no RSA key');
  return { email, key };
}

/** Undefined where no key is set. */
export function openGooglePasses({
  GOOGLE_WALLET_ISSUER: issuer,
  GOOGLE_WALLET_KEY: text,
}: PassConfig): GooglePasses | undefined {
  if (!text) return undefined;
  const { email, key } = readServiceAccountKey(text);
  return {
    async saveUrl(facts) {
      const payload = savedTicket(issuer, facts);
      const token = await new SignJWT({ typ: 'savetowallet', payload })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
        .setIssuer(email)
        .setAudience('google')
        .setIssuedAt()
        .sign(key);
      return `https://pay.google.com/gp/v/save/${token}`;
    },
  };
}

/** Browsers and Google take links of 1,800 characters safely. A name is cut so that it takes a part of them. */
const NAME_BYTES_MAX = 48;

/** The event and its ticket: https://developers.google.com/wallet/tickets/events/rest */
function savedTicket(issuer: string, { id, generation, code, ticketTypeName, event }: PassFacts): object {
  const { name, festivalName, timeZone, venueName, venuePlace, startTime, endTime } = event;
  // Google keeps what it got first: a changed event, or ticket, is another one.
  const classId = `${issuer}.${event.id}-${event.version}`;
  const venue = venueName && { venue: { name: localized(venueName), address: localized(venuePlace || venueName) } };
  return {
    eventTicketClasses: [
      {
        ...{ id: classId, issuerName: cut(festivalName), eventName: localized(name), reviewStatus: 'UNDER_REVIEW' },
        dateTime: { start: timeAt(startTime, timeZone), end: timeAt(endTime, timeZone) },
        ...venue,
      },
    ],
    eventTicketObjects: [
      {
        ...{ id: `${issuer}.${id}-${generation}`, classId, state: 'ACTIVE', ticketType: localized(ticketTypeName) },
        barcode: { type: 'QR_CODE', value: code },
      },
    ],
  };
}

// What organizers write is in one language, which nobody has to say; the wallet has its own labels in all.
const localized = (value: string) => ({ defaultValue: { language: 'en', value: cut(value) } });

/** Cuts at the end of a character. */
function cut(text: string): string {
  if (Buffer.byteLength(text) <= NAME_BYTES_MAX) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (Buffer.byteLength(`${kept}${segment}…`) > NAME_BYTES_MAX) break;
    kept += segment;
  }
  return `${kept}…`;
}

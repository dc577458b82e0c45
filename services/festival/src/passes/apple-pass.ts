// Runs in a thread of its own: see apple-passes.ts.
import { readFileSync } from 'node:fs';
import { interfaceLanguageCodes } from '@marquee/rules/interface-languages';
import { PKPass } from 'passkit-generator';
import { workerData } from 'piscina';
import { type PassFacts, timeAt } from './pass-facts.ts';
import { PASS_WORDS } from './pass-words.ts';

/** What all passes are signed with, and whose they are. */
export type PassIssuer = {
  passTypeIdentifier: string;
  teamIdentifier: string;
  certificates: { wwdr: string; signerCert: string; signerKey: string };
};

const { certificates, ...issuer } = workerData as PassIssuer;

const IMAGES = Object.fromEntries(
  ['icon.png', 'icon@2x.png', 'icon@3x.png', 'logo.png', 'logo@2x.png'].map((name) => [
    name,
    readFileSync(new URL(`./images/${name}`, import.meta.url)),
  ]),
);

/** A .pkpass file. */
export default function applePass(facts: PassFacts): Uint8Array {
  const content = Buffer.from(JSON.stringify({ ...issuer, ...passContent(facts) }));
  const pass = new PKPass({ ...IMAGES, 'pass.json': content }, certificates);
  for (const language of interfaceLanguageCodes) pass.localize(language, PASS_WORDS[language]);
  return pass.getAsBuffer();
}

/** What the file says: https://developer.apple.com/documentation/walletpasses/pass */
function passContent({ id, code, ticketTypeName, event }: PassFacts): object {
  const { name, festivalName, timeZone, venueName, venuePlace, eventVirtual } = event;
  const [starts, ends] = [timeAt(event.startTime, timeZone), timeAt(event.endTime, timeZone)];
  const place = eventVirtual ? 'value_online' : [venueName, venuePlace].filter(Boolean).join(', ');
  // The wall clock of the venue, wherever the phone is.
  const time = { dateStyle: 'PKDateStyleMedium', timeStyle: 'PKDateStyleShort', ignoresTimeZone: true };
  return {
    formatVersion: 1,
    // The same for every file of a ticket, so that a newer one replaces it in the wallet.
    serialNumber: id,
    ...{ organizationName: festivalName, logoText: festivalName, description: name },
    ...{ relevantDate: starts, relevantDates: [{ startDate: starts, endDate: ends }], expirationDate: ends },
    ...{ backgroundColor: 'rgb(24, 21, 18)', foregroundColor: 'rgb(245, 238, 227)', labelColor: 'rgb(242, 166, 94)' },
    // A picture of a ticket lets somebody in once, like the ticket: it is not to be passed on by accident.
    sharingProhibited: true,
    ...(code
      ? { barcodes: [{ format: 'PKBarcodeFormatQR', message: code, messageEncoding: 'iso-8859-1' }] }
      : { voided: true }),
    eventTicket: {
      primaryFields: [{ key: 'event', label: 'label_event', value: name }],
      secondaryFields: [{ key: 'when', label: 'label_when', value: starts, ...time }],
      auxiliaryFields: [
        { key: 'where', label: 'label_where', value: place },
        { key: 'kind', label: 'label_kind', value: ticketTypeName },
      ],
      backFields: [
        { key: 'organizer', label: 'label_organizer', value: festivalName },
        { key: 'until', label: 'label_until', value: ends, ...time },
        { key: 'note', label: 'label_note', value: 'value_note' },
      ],
    },
  };
}

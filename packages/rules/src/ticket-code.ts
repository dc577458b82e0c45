/** What a ticket's QR code states. */
export type TicketStatement = { userTicketId: string; eventId: string; generation: number };

/** A code taken apart. What it states is true only if the signature proves it. */
export type OpenedTicketCode = { statement: TicketStatement; signed: Uint8Array; signature: Uint8Array };

// 1 byte version, 16 ticket, 16 event, 4 generation; then the signature.
const VERSION = 1;
const STATEMENT_BYTES = 37;
const SIGNATURE_BYTES = 64;
const PURPOSE = new TextEncoder().encode('marquee ticket:');
/** Characters of a code: 101 bytes in base64url. */
export const TICKET_CODE_CHARACTERS = 135;

/** The statement as bytes, and what is signed: the statement after its purpose. */
export function ticketStatement({ userTicketId, eventId, generation }: TicketStatement) {
  const statement = new Uint8Array(STATEMENT_BYTES);
  statement[0] = VERSION;
  statement.set(bytesOf(userTicketId), 1);
  statement.set(bytesOf(eventId), 17);
  new DataView(statement.buffer).setUint32(33, generation);
  return { statement, signed: signedOf(statement) };
}

/** Takes a code apart; undefined for a text that is no code of a ticket. Runs in browsers and in services. */
export function openTicketCode(code: string): OpenedTicketCode | undefined {
  if (!/^[\w-]+$/.test(code) || code.length !== TICKET_CODE_CHARACTERS) return undefined;
  const bytes = Uint8Array.from(atob(code.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  if (bytes.length !== STATEMENT_BYTES + SIGNATURE_BYTES || bytes[0] !== VERSION) return undefined;
  const statement = bytes.subarray(0, STATEMENT_BYTES);
  return {
    statement: {
      userTicketId: idOf(statement.subarray(1, 17)),
      eventId: idOf(statement.subarray(17, 33)),
      generation: new DataView(statement.buffer).getUint32(33),
    },
    signed: signedOf(statement),
    signature: bytes.subarray(STATEMENT_BYTES),
  };
}

const signedOf = (statement: Uint8Array) => Uint8Array.of(...PURPOSE, ...statement);
const bytesOf = (id: string) =>
  Uint8Array.from(id.replaceAll('-', '').match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const idOf = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

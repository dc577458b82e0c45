import { createHash, createPrivateKey, createPublicKey, type KeyLike, sign, verify } from 'node:crypto';

/** What a ticket's QR code states. */
export type TicketStatement = { userTicketId: string; eventId: string; generation: number };

/** Makes the codes of tickets. */
export type TicketCodes = {
  /** A code that the public key alone proves: 1 byte version, 16 ticket, 16 event, 4 generation, 64 signature. */
  codeOf(statement: TicketStatement): string;
  /** SPKI PEM. */
  publicKey: string;
};

const VERSION = 1;
const STATEMENT_BYTES = 37;
const PURPOSE = Buffer.from('marquee ticket:');
// A seed as PKCS #8 (RFC 8410): everything before the 32 bytes of the key.
const PKCS8_OF_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The Ed25519 key follows from the secret, so that every process of the service has the same. */
export function createTicketCodes(secret: string): TicketCodes {
  const seed = createHash('sha256').update('marquee ticket key:').update(secret).digest();
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_OF_ED25519, seed]), format: 'der', type: 'pkcs8' });
  return {
    publicKey: createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
    codeOf({ userTicketId, eventId, generation }) {
      const statement = Buffer.alloc(STATEMENT_BYTES);
      statement.writeUInt8(VERSION, 0);
      bytesOf(userTicketId).copy(statement, 1);
      bytesOf(eventId).copy(statement, 17);
      statement.writeUInt32BE(generation, 33);
      const signature = sign(null, Buffer.concat([PURPOSE, statement]), key);
      return Buffer.concat([statement, signature]).toString('base64url');
    },
  };
}

/** What a code states; undefined for one that the key does not prove. A door needs nothing else. */
export function readTicketCode(publicKey: KeyLike, code: string): TicketStatement | undefined {
  const bytes = Buffer.from(code, 'base64url');
  const [statement, signature] = [bytes.subarray(0, STATEMENT_BYTES), bytes.subarray(STATEMENT_BYTES)];
  if (statement.length !== STATEMENT_BYTES || statement[0] !== VERSION) return undefined;
  if (!verify(null, Buffer.concat([PURPOSE, statement]), publicKey, signature)) return undefined;
  return {
    userTicketId: idOf(statement.subarray(1, 17)),
    eventId: idOf(statement.subarray(17, 33)),
    generation: statement.readUInt32BE(33),
  };
}

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

import { createHash, createPrivateKey, createPublicKey, type KeyLike, sign, verify } from 'node:crypto';
import { openTicketCode, type TicketStatement, ticketStatement } from '@marquee/rules/ticket-code';

/** Makes and reads the codes of tickets. */
export type TicketCodes = {
  /** A code that the public key alone proves: 1 byte version, 16 ticket, 16 event, 4 generation, 64 signature. */
  codeOf(statement: TicketStatement): string;
  /** What a code states; undefined for one that the key does not prove. */
  read(code: string): TicketStatement | undefined;
  /** SPKI PEM. */
  publicKey: string;
};

// A seed as PKCS #8 (RFC 8410): everything before the 32 bytes of the key.
const PKCS8_OF_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The Ed25519 key follows from the secret, so that every process of the service has the same. */
export function createTicketCodes(secret: string): TicketCodes {
  const seed = createHash('sha256').update('marquee ticket key:').update(secret).digest();
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_OF_ED25519, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key);
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    codeOf(stated) {
      const { statement, signed } = ticketStatement(stated);
      return Buffer.concat([statement, sign(null, signed, key)]).toString('base64url');
    },
    read: (code) => readTicketCode(publicKey, code),
  };
}

/** What a code states; undefined for one that the key does not prove. A door needs nothing else. */
export function readTicketCode(publicKey: KeyLike, code: string): TicketStatement | undefined {
  const opened = openTicketCode(code);
  return opened && verify(null, opened.signed, publicKey, opened.signature) ? opened.statement : undefined;
}

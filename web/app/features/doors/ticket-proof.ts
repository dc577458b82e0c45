import { openTicketCode, type TicketStatement } from '@marquee/rules/ticket-code';
import { verifyAsync } from '@noble/ed25519';

export type ReadCode = { code: string; statement: TicketStatement | undefined; isGenuine: boolean };

// An Ed25519 key as SPKI (RFC 8410) ends with its 32 bytes.
const KEY_BYTES = 32;
// Ed25519 is younger than many phones at doors: their browsers do not have it.
const keyOf = (pem: string) =>
  Uint8Array.from(atob(pem.replaceAll(/-----[^-]+-----|\s/g, '')), (char) => char.charCodeAt(0)).slice(-KEY_BYTES);

/** Reads a code, and proves it by the public key; without a network. */
export async function readCode(publicKey: string, text: string): Promise<ReadCode> {
  const code = text.trim();
  const opened = openTicketCode(code);
  if (!opened) return { code, statement: undefined, isGenuine: false };
  const isGenuine = await verifyAsync(opened.signature, opened.signed, keyOf(publicKey));
  return { code, statement: opened.statement, isGenuine };
}

// A host of at least two parts, with or without http in front. No user name or password: they make one host pass for another.
const WEB_URL =
  /^(?:https?:\/\/)?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]{0,61}[\p{L}\p{N}](?::\d{1,5})?(?:[/?#][^\s\\<>"`]*)?$/iu;

/** Names that are of one machine or one network (RFC 6761, RFC 6762 and the reserved "internal"). */
const PRIVATE_NAME = /\.(local|localhost|internal)$/i;

/**
 * True for an address of the public web, with or without its scheme: a name of at least two parts, which is of no private
 * network, and neither a number nor beside a user name.
 */
export function isWebAddress(text: string): boolean {
  const href = hrefOf(text);
  return WEB_URL.test(text) && URL.canParse(href) && !PRIVATE_NAME.test(new URL(href).hostname);
}

/** The same of addresses that begin with https://. */
export const isSecureWebAddress = (text: string): boolean => text.startsWith('https://') && isWebAddress(text);

/** The address that a link leads to: people leave out the scheme. */
export function hrefOf(url: string): string {
  return /^https?:\/\//i.test(url) ? url : `https://${url}`;
}

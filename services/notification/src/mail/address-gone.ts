/**
 * Whether an enhanced status code (RFC 3463) says that mail to an address never arrives: there is no such mailbox or domain
 * (5.1.x), or it takes no mail any more (5.2.1). A full mailbox, a mail that is too big and a policy say nothing of the kind,
 * and 5.1.7 and 5.1.8 are about the sender.
 */
export function isAddressGone(status: string): boolean {
  return /^5\.(?:1\.(?![78]\b)\d{1,3}|2\.1)\b/.test(status);
}

/** An address for staff and logs: m…@example.com, or +1…89. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  if (at > 0) return `${address.slice(0, 1)}…${address.slice(at)}`;
  return address.length > 4 ? `${address.slice(0, 2)}…${address.slice(-2)}` : '…';
}

/** The answer of a mail server with masked addresses, of bounded length. */
export function maskDiagnostic(diagnostic: string): string {
  return diagnostic
    .replace(/[^\s<>()"'@]+@[^\s<>()"'@]+/g, (address) => maskAddress(address))
    .replace(/\s+/g, ' ')
    .slice(0, 300);
}

import { encode } from 'uqr';

/** The squares of a QR code as one SVG path on a grid of `size`. */
export type QrCode = { size: number; path: string };

/** A code that survives a smudge: a quarter of it may be unreadable. */
export function qrCodeOf(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'Q', border: 0 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  return { size, path };
}

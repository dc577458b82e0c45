/** A whole number of the smallest parts with so many decimals, as spreadsheets read them: 372 is 3.72. */
export function decimal(parts: bigint, digits = 2): string {
  const one = 10n ** BigInt(digits);
  const [sign, size] = parts < 0n ? ['-', -parts] : ['', parts];
  return `${sign}${size / one}.${String(size % one).padStart(digits, '0')}`;
}

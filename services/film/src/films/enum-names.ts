/** The name that a value of a contract's enumeration is stored under; '' for none or one from a newer client. */
export function nameOf(enumeration: object, value: number | undefined): string {
  if (!value) return '';
  const name: unknown = (enumeration as Record<number, unknown>)[value];
  return typeof name === 'string' ? name : '';
}

/**
 * The name that a value of a contract's enumeration has in rules and rows; '' for none. A number that the contract does
 * not know becomes a name that no rule has, so that it is refused and not taken for none.
 */
export function nameOf(enumeration: object, value: number | undefined): string {
  if (!value) return '';
  const name: unknown = (enumeration as Record<number, unknown>)[value];
  return typeof name === 'string' ? name : `#${value}`;
}

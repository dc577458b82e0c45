import { REQUEST_MESSAGES } from '@marquee/rules/request-messages';
import { invalid } from '@marquee/runtime/errors';

/** The name that a value of a contract's enumeration is stored under; '' for none or one from a newer client. */
export function nameOf(enumeration: object, value: number | undefined): string {
  if (!value) return '';
  const name: unknown = (enumeration as Record<number, unknown>)[value];
  return typeof name === 'string' ? name : '';
}

/**
 * The same where '' means something, such as no filter: a number that the contract does not know is not taken for it.
 * @throws DomainError INVALID, INVALID_INPUT
 */
export function knownNameOf(enumeration: object, value: number, field: string): string {
  const name = nameOf(enumeration, value);
  if (value !== 0 && name === '') throw invalid([{ field, message: REQUEST_MESSAGES.choiceUnknown }]);
  return name;
}

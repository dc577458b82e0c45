import type { z } from 'zod';
import { CHECK_INPUT, invalid } from './errors.ts';

/** The value as the schema makes it. @throws DomainError INVALID, INVALID_INPUT, with one entry per broken rule. */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  // Of a rule without words of its own: the validator's are for developers.
  const result = schema.safeParse(value, { error: () => CHECK_INPUT });
  if (result.success) return result.data;
  throw invalid(result.error.issues.map(({ path, message }) => ({ field: path.map(String).join('.'), message })));
}

import type { z } from 'zod';
import { invalid } from './errors.ts';

/** The value as the schema makes it. @throws DomainError INVALID, INVALID_INPUT, with one entry per broken rule. */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalid(result.error.issues.map(({ path, message }) => ({ field: path.map(String).join('.'), message })));
}

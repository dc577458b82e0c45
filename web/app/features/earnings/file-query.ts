import type { z } from 'zod';
import { badRequest } from '../../api/viewer.ts';

/**
 * What the query of a file's address asks for. A page leaves out what it cannot read and shows what it has asked for; a
 * file would be another one than its reader meant.
 *
 * @throws a 400 with the message for a value, a name or a repeated name that the schema does not have
 */
export function fileQuery<Schema extends z.ZodType>(
  { searchParams }: URL,
  schema: Schema,
  message: string,
): z.output<Schema> {
  const named = Object.fromEntries(searchParams);
  const asked = schema.safeParse(named);
  if (!asked.success || Object.keys(named).length < searchParams.size) throw badRequest(message);
  return asked.data;
}

import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Reads a JSON file. @throws naming the file and each place in it that the schema refuses */
export function readData<Schema extends z.ZodType>(path: string, schema: Schema): z.output<Schema> {
  const result = schema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!result.success) throw new Error(`${path} is not valid:\n${z.prettifyError(result.error)}`);
  return result.data;
}

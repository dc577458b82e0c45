import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** A setting that is missing or wrong. The message names the environment variables, never their values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the variables that the schema names. For `FOO`, the file named by `FOO_FILE` is read when `FOO` is not set;
 * an empty value counts as not set.
 *
 * @throws ConfigError naming each variable that is wrong, and why
 */
export function loadConfig<S extends z.ZodObject>(schema: S, env: Record<string, string | undefined>): z.output<S> {
  const values: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = setting(name, env);
    if (value !== undefined) values[name] = value;
  }
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => {
    const name = issue.path.map(String).join('.') || 'configuration';
    return values[name] === undefined && issue.code === 'invalid_type'
      ? `${name} is not set`
      : `${name}: ${issue.message}`;
  });
  throw new ConfigError(problems.join('; '));
}

function setting(name: string, env: Record<string, string | undefined>): string | undefined {
  const value = env[name] || undefined;
  const file = env[`${name}_FILE`] || undefined;
  if (value !== undefined && file !== undefined) throw new ConfigError(`both ${name} and ${name}_FILE are set`);
  if (file === undefined) return value;
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch (cause) {
    throw new ConfigError(`${name}_FILE cannot be read: ${(cause as NodeJS.ErrnoException).code}`, { cause });
  }
}

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
  const unread = new Map<string, string>();
  for (const name of Object.keys(schema.shape)) {
    const { value, problem } = setting(name, env);
    if (value !== undefined) values[name] = value;
    if (problem) unread.set(name, problem);
  }
  const result = schema.safeParse(values);
  if (result.success && unread.size === 0) return result.data;
  const wrong = (result.error?.issues ?? []).map((issue) => {
    const name = issue.path.map(String).join('.') || 'configuration';
    const isMissing = values[name] === undefined && issue.code === 'invalid_type';
    return { name, problem: isMissing ? `${name} is not set` : `${name}: ${issue.message}` };
  });
  const problems = wrong.filter(({ name }) => !unread.has(name)).map(({ problem }) => problem);
  throw new ConfigError([...unread.values(), ...problems].join('; '));
}

function setting(name: string, env: Record<string, string | undefined>): { value?: string; problem?: string } {
  const value = env[name];
  const file = env[`${name}_FILE`];
  if (value && file) return { problem: `both ${name} and ${name}_FILE are set` };
  if (!file) return value ? { value } : {};
  try {
    const text = readFileSync(file, 'utf8').trim();
    return text ? { value: text } : {};
  } catch (error) {
    return { problem: `${name}_FILE cannot be read: ${(error as NodeJS.ErrnoException).code}` };
  }
}

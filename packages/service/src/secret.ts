import { randomBytes } from 'node:crypto';
import { generateSigningKey, signingKeyToPem } from '@marquee/runtime/keys';
import { z } from 'zod';

/** How the value of a secret is made. */
const makers = {
  /** 32 random bytes in base64. */
  random: () => randomBytes(SECRET_BYTES).toString('base64'),
  /** A list of keys of which the first signs: `k1:` and 32 random bytes in base64. */
  keyring: () => `k1:${randomBytes(SECRET_BYTES).toString('base64')}`,
  /** An Ed25519 private key as PKCS #8 PEM, which signs viewer tokens; its public half is in PUBLIC_KEYS. */
  viewerKey: () => signingKeyToPem(generateSigningKey()),
} as const;
export type SecretKind = keyof typeof makers;

const SECRET_BYTES = 32;
const SECRET_CHARACTERS_MIN = 32;

const secrets = z.registry<{ kind: SecretKind }>();

/**
 * A setting of a service whose value is generated once an installation, and never typed: `npm run keys`, compose, the
 * chart and the embedded site make it from the declaration. Without a schema it is any text of 32 characters or more.
 */
export function secret(): z.ZodString;
export function secret<S extends z.ZodType>(schema: S, kind?: SecretKind): S;
export function secret(schema: z.ZodType = z.string().min(SECRET_CHARACTERS_MIN), kind: SecretKind = 'random') {
  secrets.add(schema, { kind });
  return schema;
}

/** The secrets of a service's configuration, by variable. */
export function secretsOf(config: z.ZodObject): Record<string, SecretKind> {
  const found = Object.entries(config.shape).flatMap(([name, schema]) => {
    const about = secrets.get(schema as z.ZodType);
    return about ? [[name, about.kind] as const] : [];
  });
  return Object.fromEntries(found);
}

/** A new value of a secret. */
export function makeSecret(kind: SecretKind): string {
  return makers[kind]();
}

import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import {
  generateSigningKey,
  publicKeys,
  type SigningKey,
  signingKeyFromPem,
  signingKeyToPem,
} from '@marquee/runtime/keys';
import { SERVICE_NAMES } from '@marquee/service/platform';
import type { createVerifier } from '@marquee/runtime/verifier';

export const CALLERS = [...SERVICE_NAMES, 'gateway'] as const;
export type CallerName = (typeof CALLERS)[number];

const SECRETS = ['challenge', 'challengeHash', 'cursor', 'film', 'playback'] as const;
export type SecretName = (typeof SECRETS)[number];

/** Everything secret that an instance runs on. */
export type Keys = {
  viewer: SigningKey;
  services: Record<CallerName, SigningKey>;
  /** 32 bytes each, in base64. */
  secrets: Record<SecretName, string>;
};

type Stored = { viewer: string; services: Record<string, string>; secrets: Record<string, string> };

const SECRET_BYTES = 32;

/** Reads the keys of an instance; makes and keeps those that are missing, for the owner's eyes only. */
export function loadKeys(path: string): Keys {
  const stored: Partial<Stored> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  const newPem = () => signingKeyToPem(generateSigningKey());
  const complete: Stored = {
    viewer: stored.viewer ?? newPem(),
    services: Object.fromEntries(CALLERS.map((name) => [name, stored.services?.[name] ?? newPem()])),
    secrets: Object.fromEntries(
      SECRETS.map((name) => [name, stored.secrets?.[name] ?? randomBytes(SECRET_BYTES).toString('base64')]),
    ),
  };
  if (JSON.stringify(complete) !== JSON.stringify(stored)) save(path, complete);
  return {
    viewer: signingKeyFromPem(complete.viewer),
    services: mapValues(complete.services, signingKeyFromPem) as Keys['services'],
    secrets: complete.secrets as Keys['secrets'],
  };
}

/** What checks tokens made with these keys. */
export function verifierKeys(keys: Keys): Pick<Parameters<typeof createVerifier>[0], 'viewerKeys' | 'serviceKeys'> {
  return { viewerKeys: publicKeys(keys.viewer), serviceKeys: mapValues(keys.services, (key) => publicKeys(key)) };
}

// Whole or not at all, also when the machine stops: sessions and cursors are worth nothing without their keys.
function save(path: string, stored: Stored): void {
  const file = openSync(`${path}.new`, 'w', 0o600);
  try {
    writeSync(file, JSON.stringify(stored, undefined, 2));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
}

function mapValues<A, B>(record: Record<string, A>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

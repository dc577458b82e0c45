import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSigningKey, publicKeyToPem, signingKeyFromPem, signingKeyToPem } from '@marquee/runtime/keys';
import type { Service } from '@marquee/service/define-service';
import { makeSecret, secretsOf } from '@marquee/service/secret';

/** All secrets of an installation, as they are stored: PEM and base64. */
export type StoredKeys = {
  /** The signing key of each service's own calls. */
  services: Record<string, string>;
  /** By `<owner>.<VARIABLE>`. The owner is the service with the database, and its helpers share the secret. */
  secrets: Record<string, string>;
};

/** Keeps existing keys and makes the missing ones. */
export function completeKeys(services: readonly Service[], stored: Partial<StoredKeys> = {}): StoredKeys {
  const signing = services.map(({ name }) => [name, stored.services?.[name] ?? signingKeyToPem(generateSigningKey())]);
  const secrets = services.flatMap((service) =>
    Object.entries(secretsOf(service.config)).map(([variable, kind]) => [secretName(service, variable), kind] as const),
  );
  const kept = [...new Map(secrets)].map(([name, kind]) => [name, stored.secrets?.[name] ?? makeSecret(kind)]);
  return { services: Object.fromEntries(signing), secrets: Object.fromEntries(kept) };
}

/** The secrets of one service, by variable. */
export function secretsOfService(service: Service, { secrets }: StoredKeys): Record<string, string> {
  const variables = Object.keys(secretsOf(service.config));
  return Object.fromEntries(variables.map((variable) => [variable, secrets[secretName(service, variable)] ?? '']));
}

/** PUBLIC_KEYS, by which every service verifies tokens. */
export function publicKeysOf(services: readonly Service[], keys: StoredKeys) {
  const pem = (key: string) => publicKeyToPem(signingKeyFromPem(key));
  const viewerKeys = services.flatMap((service) =>
    Object.entries(secretsOf(service.config)).flatMap(([variable, kind]) =>
      kind === 'viewerKey' ? [pem(keys.secrets[secretName(service, variable)] ?? '')] : [],
    ),
  );
  const signing = Object.entries(keys.services).map(([name, key]) => [name, [pem(key)]]);
  return { viewer: viewerKeys, services: Object.fromEntries(signing) as Record<string, string[]> };
}

function secretName({ name, database }: Service, variable: string): string {
  return `${database?.name ?? name}.${variable}`;
}

/**
 * Writes new keys of an installation into a folder: a folder for each service with a file for each variable, and `public`
 * for all. Only the owner can read them.
 */
export function writeKeys(folder: string, services: readonly Service[]): void {
  const keys = completeKeys(services);
  const files: Record<string, Record<string, string>> = {
    public: { PUBLIC_KEYS: JSON.stringify(publicKeysOf(services, keys)) },
  };
  for (const service of services) {
    const signing = keys.services[service.name] ?? '';
    files[service.name] = { SERVICE_SIGNING_KEY: signing, ...secretsOfService(service, keys) };
  }
  for (const [name, variables] of Object.entries(files)) {
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
    for (const [variable, value] of Object.entries(variables)) {
      writeFileSync(join(folder, name, variable), value, { mode: 0o600 });
    }
  }
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { writeKeys } from '@marquee/deploy/keys/make-keys';
import { services } from '@marquee/deploy/services';
import { blobConfigSchema, memberConfigOf } from '@marquee/service/process-config';
import { atEnd } from '@marquee/testing/cleanup';
import type { z } from 'zod';
import { componentOf, type KubernetesObject } from './helm.ts';

/** The configuration of each process, without that which all have. */
export const schemas: Readonly<Record<string, z.ZodObject>> = Object.fromEntries(
  services.map((service) => {
    const shape = { ...memberConfigOf(service).shape, ...(service.uses.includes('blobs') && blobConfigSchema.shape) };
    return [service.name, service.config.safeExtend(shape)];
  }),
);

let folder: string | undefined;

/** A folder with Secrets as files and all keys of an installation, one for each test file. */
function secretsFolder(): string {
  if (folder) return folder;
  const made = mkdtempSync(join(tmpdir(), 'marquee-chart-'));
  atEnd(() => rmSync(made, { recursive: true, force: true }));
  writeKeys(join(made, 'keys'), services);
  folder = made;
  return made;
}

/** The environment of a container, with its Secrets as files where the kubelet would put them. */
export function environmentOf(deployment: KubernetesObject): Record<string, string> {
  const name = componentOf(deployment) ?? '';
  const dir = secretsFolder();
  const { containers, volumes } = deployment.spec.template.spec;
  const secrets = volumes.find((volume: { name: string }) => volume.name === 'secrets').projected.sources;
  const files = new Map<string, string>();
  for (const { secret } of secrets) {
    const [item] = secret.items;
    const keys = /^marquee-keys-(.*)$/.exec(secret.name)?.[1];
    if (keys) files.set(item.path, join(dir, 'keys', keys, item.key));
    else {
      const file = join(dir, `${name}-${item.path}`);
      writeFileSync(file, secretText(item.path));
      files.set(item.path, file);
    }
  }
  return Object.fromEntries(
    containers[0].env.map((variable: { name: string; value: string }) => {
      const file = /^\/etc\/marquee\/(.*)$/.exec(variable.value)?.[1];
      return [variable.name, file ? (files.get(file) ?? 'there is no such file') : variable.value];
    }),
  );
}

function secretText(variable: string): string {
  if (variable.startsWith('DATABASE_URL')) return 'postgresql://user:password@host:5432/name';
  if (variable === 'REDIS_URL') return 'redis://:password@redis:6379';
  if (variable === 'SMTP_URL') return 'smtps://user:password@smtp:465';
  if (variable === 'KAFKA_SSL_CA') return rootCertificates[0] ?? '';
  return 'a-secret-text';
}

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { z } from 'zod';

/** What an operator gets from Apple to sign passes with, as PEM. */
type AppleSettings = {
  APPLE_PASS_CERTIFICATE: string;
  APPLE_PASS_KEY: string;
  APPLE_PASS_KEY_PASSPHRASE: string;
  APPLE_WWDR_CERTIFICATE: string;
};

/** Apple writes both into the certificate: the identifier of the type of the passes, and that of the team. */
export type AppleCertificate = { passTypeIdentifier: string; teamIdentifier: string; validTo: Date };

/** What a certificate of Apple is for. */
export function readAppleCertificate(pem: string): AppleCertificate {
  const { subject, validToDate } = new X509Certificate(pem);
  const part = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(subject)?.[1] ?? '';
  return { passTypeIdentifier: part('UID'), teamIdentifier: part('OU'), validTo: validToDate };
}

/** Passes that are signed with the wrong things are refused by every phone, so that the service does not start with them. */
export function checkAppleSettings(settings: AppleSettings, context: z.RefinementCtx): void {
  const { APPLE_PASS_CERTIFICATE, APPLE_PASS_KEY, APPLE_PASS_KEY_PASSPHRASE, APPLE_WWDR_CERTIFICATE } = settings;
  const refuse = (path: keyof AppleSettings, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  const needed = { APPLE_PASS_CERTIFICATE, APPLE_PASS_KEY, APPLE_WWDR_CERTIFICATE };
  const missing = (Object.keys(needed) as (keyof typeof needed)[]).filter((name) => !needed[name]);
  if (missing.length === 3) return;
  if (missing.length > 0) {
    for (const name of missing) refuse(name, `${name} is missing: passes for Apple Wallet need all three.`);
    return;
  }
  const certificate = attempt(() => new X509Certificate(APPLE_PASS_CERTIFICATE));
  const authority = attempt(() => new X509Certificate(APPLE_WWDR_CERTIFICATE));
  const key = attempt(() => createPrivateKey({ key: APPLE_PASS_KEY, passphrase: APPLE_PASS_KEY_PASSPHRASE }));
  if (!certificate) refuse('APPLE_PASS_CERTIFICATE', 'APPLE_PASS_CERTIFICATE is no certificate in PEM.');
  if (!authority) refuse('APPLE_WWDR_CERTIFICATE', 'APPLE_WWDR_CERTIFICATE is no certificate in PEM.');
  if (!key) refuse('APPLE_PASS_KEY', 'APPLE_PASS_KEY is no private key in PEM, or its passphrase is another one.');
  if (certificate && authority && key) checkTogether({ certificate, authority, key }, refuse);
}

function checkTogether(
  { certificate, authority, key }: { certificate: X509Certificate; authority: X509Certificate; key: KeyObject },
  refuse: (path: keyof AppleSettings, message: string) => void,
): void {
  const { passTypeIdentifier, teamIdentifier } = readAppleCertificate(certificate.toString());
  if (!passTypeIdentifier || !teamIdentifier) {
    refuse(
      'APPLE_PASS_CERTIFICATE',
      'APPLE_PASS_CERTIFICATE is no certificate of a pass type: it names no UID and OU.',
    );
  }
  if (!certificate.checkPrivateKey(key)) {
    refuse('APPLE_PASS_KEY', 'APPLE_PASS_KEY is not the key of APPLE_PASS_CERTIFICATE.');
  }
  if (!certificate.verify(authority.publicKey)) {
    refuse('APPLE_WWDR_CERTIFICATE', 'APPLE_WWDR_CERTIFICATE has not issued APPLE_PASS_CERTIFICATE.');
  }
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

import { randomBytes } from 'node:crypto';
import type { ChallengeSecrets } from '../challenge/challenge-secrets.ts';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import { ceremonyExpired } from './passkey-errors.ts';
import * as passkeys from './passkeys.ts';

const CEREMONY_MS = 5 * 60_000;
const TOKEN = /^(\d{10})\.([\w-]{22})$/;
const NONCE_BYTES = 16;

/** What a ceremony is for, and the secret or id that it belongs to: of a browser, a session or a link. */
export type Purpose = readonly [kind: 'sign-in' | 'add' | 'step-up' | 'link', of: string];

export type Ceremony = { token: string; challenge: Buffer; expiresAt: Date };

/** Begins a ceremony. Nothing is kept: its challenge is derived from its token and from what it belongs to. */
export function beginCeremony(
  { secrets, clock }: Pick<IdentityResources, 'secrets' | 'clock'>,
  purpose: Purpose,
): Ceremony {
  const expiresAt = Math.ceil((clock.now().getTime() + CEREMONY_MS) / 1000);
  return ceremonyOf(secrets, purpose, `${expiresAt}.${randomBytes(NONCE_BYTES).toString('base64url')}`, expiresAt);
}

/**
 * The ceremony that a token names.
 *
 * @throws DomainError PASSKEY_CEREMONY_EXPIRED. Whether it began here, for this purpose, shows in what the authenticator
 * signed: nobody else can derive the challenge of a token.
 */
export function openCeremony(
  { secrets, clock }: Pick<IdentityResources, 'secrets' | 'clock'>,
  purpose: Purpose,
  token: string,
): Ceremony {
  const expiresAt = Number(TOKEN.exec(token)?.[1] ?? 0);
  if (expiresAt * 1000 <= clock.now().getTime()) throw ceremonyExpired();
  return ceremonyOf(secrets, purpose, token, expiresAt);
}

/** Ends a ceremony. @throws DomainError PASSKEY_CEREMONY_EXPIRED when it has ended before */
export async function endCeremony(
  { tx, secrets }: Pick<IdentityWrite, 'tx' | 'secrets'>,
  { challenge, expiresAt }: Ceremony,
): Promise<void> {
  const hash = secrets.browserHash(challenge.toString('base64url'));
  if (!(await passkeys.endCeremony(tx, hash, expiresAt))) throw ceremonyExpired();
}

function ceremonyOf(secrets: ChallengeSecrets, purpose: Purpose, token: string, expiresAt: number): Ceremony {
  return { token, challenge: secrets.passkeyChallenge([...purpose, token]), expiresAt: new Date(expiresAt * 1000) };
}

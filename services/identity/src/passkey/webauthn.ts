import { existing } from '@marquee/data/existing';
import { PASSKEY_LIMITS, PASSKEY_MESSAGES } from '@marquee/rules/passkeys';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { Account } from '../account/accounts.ts';
import type { IdentityConfig } from '../config.ts';
import type { Ceremony } from './ceremony.ts';
import { passkeyRefused } from './passkey-errors.ts';
import type { Passkey } from './passkeys.ts';

const SITE_NAME = 'Marquee';
const CREDENTIAL_ID_BYTES_MAX = 1023;

type Site = Pick<IdentityConfig, 'PUBLIC_URL'>;

const base64url = z.string().regex(/^[\w-]+$/);

const parts = z.object({
  id: base64url.refine((id) => Buffer.from(id, 'base64url').length <= CREDENTIAL_ID_BYTES_MAX),
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
});

/** Of WebAuthn's CollectedClientData, what the library does not look at. */
const clientData = z.string().transform((text, context) => {
  try {
    return z.object({ crossOrigin: z.boolean().default(false) }).parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  }
});

/** The JSON of a browser's PublicKeyCredential; the library reads what is inside of its parts. */
export const credentialSchema = z
  .string()
  .max(PASSKEY_LIMITS.credentialCharactersMax, PASSKEY_MESSAGES.refused)
  .transform((text, context) => {
    try {
      return parts.parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: 'custom', message: PASSKEY_MESSAGES.refused });
      return z.NEVER;
    }
  });
export type Credential = z.output<typeof credentialSchema>;

/** What a browser is asked for to make a passkey: one that finds its account by itself, and asks for the person. */
export async function addingOptions(
  site: Site,
  { challenge }: Ceremony,
  account: Pick<Account, 'id' | 'email' | 'signInPhone' | 'firstName' | 'lastName'>,
  existing: readonly Pick<Passkey, 'credentialId' | 'transports'>[],
): Promise<string> {
  const options = await generateRegistrationOptions({
    rpName: SITE_NAME,
    rpID: new URL(site.PUBLIC_URL).hostname,
    userID: Uint8Array.from(userHandleOf(account.id)),
    userName: account.email ?? account.signInPhone ?? account.id,
    userDisplayName: `${account.firstName} ${account.lastName}`.trim(),
    challenge: Uint8Array.from(challenge),
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId, transports }) => ({
      id: Buffer.from(credentialId).toString('base64url'),
      transports: transports as never,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return JSON.stringify(options);
}

/** What a browser is asked for to prove a passkey: one of these, or any of this site. */
export async function provingOptions(
  site: Site,
  { challenge }: Ceremony,
  allowed: readonly Pick<Passkey, 'credentialId' | 'transports'>[] = [],
): Promise<string> {
  const options = await generateAuthenticationOptions({
    rpID: new URL(site.PUBLIC_URL).hostname,
    challenge: Uint8Array.from(challenge),
    allowCredentials: allowed.map(({ credentialId, transports }) => ({
      id: Buffer.from(credentialId).toString('base64url'),
      transports: transports as never,
    })),
    userVerification: 'required',
  });
  return JSON.stringify(options);
}

export type MadePasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'isSynced'>;

/** The passkey that a browser made. @throws DomainError PASSKEY_REFUSED */
export async function verifyMade(site: Site, { challenge }: Ceremony, credential: Credential): Promise<MadePasskey> {
  requireTopLevel(credential);
  const { credential: made, credentialBackedUp } = await refusing(async () => {
    const response = credential as unknown as RegistrationResponseJSON;
    const { registrationInfo } = await verifyRegistrationResponse({ response, ...expected(site, challenge) });
    return existing(registrationInfo, 'a passkey that was verified');
  });
  return {
    credentialId: Uint8Array.from(Buffer.from(made.id, 'base64url')),
    publicKey: Uint8Array.from(made.publicKey),
    counter: BigInt(made.counter),
    transports: (made.transports ?? []).slice(0, 8).map(String),
    isSynced: credentialBackedUp,
  };
}

/** By what an authenticator names an account: the bytes of its id. */
const userHandleOf = (accountId: string) => Buffer.from(accountId.replaceAll('-', ''), 'hex');

/** What has changed at a passkey by its use. @throws DomainError PASSKEY_REFUSED */
export async function verifyProof(
  site: Site,
  { challenge }: Ceremony,
  credential: Credential,
  passkey: Passkey,
): Promise<Pick<Passkey, 'counter' | 'isSynced'>> {
  requireTopLevel(credential);
  // A key that finds its account by itself names it; its owner decides, and another name is a mistake or a trick.
  const { userHandle } = credential.response;
  if (typeof userHandle === 'string' && userHandle !== userHandleOf(passkey.accountId).toString('base64url')) {
    throw passkeyRefused();
  }
  const { verified, authenticationInfo } = await refusing(() =>
    verifyAuthenticationResponse({
      response: credential as unknown as AuthenticationResponseJSON,
      ...expected(site, challenge),
      credential: {
        id: credential.id,
        publicKey: Uint8Array.from(passkey.publicKey),
        counter: Number(passkey.counter),
      },
    }),
  );
  if (!verified) throw passkeyRefused();
  return { counter: BigInt(authenticationInfo.newCounter), isSynced: authenticationInfo.credentialBackedUp };
}

/** No page of another site may hold ours in a frame; the library leaves that to its callers. */
function requireTopLevel({ response }: Credential): void {
  const { clientDataJSON } = response;
  if (typeof clientDataJSON !== 'string') throw passkeyRefused();
  const client = clientData.safeParse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
  if (!client.success || client.data.crossOrigin) throw passkeyRefused();
}

function expected({ PUBLIC_URL }: Site, challenge: Buffer) {
  const { origin, hostname } = new URL(PUBLIC_URL);
  return {
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
  };
}

// The library throws for every proof that is none, with texts for developers.
async function refusing<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch {
    throw passkeyRefused();
  }
}

import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import * as sessions from '../session/sessions.ts';
import { beginCeremony, openCeremony } from './ceremony.ts';
import { passkeyUnknown } from './passkey-errors.ts';
import * as passkeys from './passkeys.ts';
import { type BegunCeremony, provePasskey } from './sign-in-with-passkey.ts';
import { credentialSchema, provingOptions } from './webauthn.ts';

/** Begins the proof that the person at this session is its owner: by one of the account's passkeys [AUT-17]. */
export async function startStepUp(
  resources: IdentityResources,
  { accountId, sessionId }: AccountViewer,
): Promise<BegunCeremony> {
  const own = await passkeys.list(resources.prisma, accountId);
  if (own.length === 0) throw passkeyUnknown();
  const ceremony = beginCeremony(resources, ['step-up', sessionId]);
  return { token: ceremony.token, optionsJson: await provingOptions(resources.config, ceremony, own) };
}

export const stepUpSchema = z.object({ ceremonyToken: z.string(), credentialJson: credentialSchema });

/** Notes that this session has met a passkey now. */
export async function stepUp(
  write: IdentityWrite,
  { accountId, sessionId }: AccountViewer,
  { ceremonyToken, credentialJson }: z.output<typeof stepUpSchema>,
): Promise<void> {
  const ceremony = openCeremony(write, ['step-up', sessionId], ceremonyToken);
  await provePasskey(write, ceremony, credentialJson, accountId);
  await sessions.setPasskeyAt(write.tx, sessionId, write.clock.now());
}

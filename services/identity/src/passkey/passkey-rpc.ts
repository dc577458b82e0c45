import { PasskeyService } from '@marquee/contracts/identity/v1/passkey_pb';
import type { CallContext } from '@marquee/runtime/rpc/implement';
import { rpc } from '@marquee/service/rpc';
import { noInput, read, write, writeWithoutTransaction } from '@marquee/service/use-case';
import { userNextMessage } from '../account/account-message.ts';
import type { SignedIn } from '../challenge/sign-in-browser.ts';
import type { IdentityResources } from '../resources.ts';
import { withBrowserSchema } from '../session/browser.ts';
import { setSessionCookie, withBrowser } from '../session/browser-metadata.ts';
import { addPasskey, addPasskeySchema, startAddPasskey } from './add-passkey.ts';
import { requireFreshProof } from './fresh-proof.ts';
import { listPasskeys } from './own-passkeys.ts';
import {
  addPasskeyByLink,
  addPasskeyByLinkSchema,
  limitLinks,
  startPasskeyByLink,
  startPasskeyByLinkSchema,
} from './passkey-link.ts';
import {
  begunSignInMessage,
  ceremonyMessage,
  linkCeremonyMessage,
  passkeyMessage,
  passkeysMessage,
} from './passkey-message.ts';
import { removePasskey, removePasskeySchema } from './remove-passkey.ts';
import { renamePasskey, renamePasskeySchema } from './rename-passkey.ts';
import {
  findCeremony,
  signInWithPasskey,
  signInWithPasskeySchema,
  startPasskeySignIn,
} from './sign-in-with-passkey.ts';
import { startStepUp, stepUp, stepUpSchema } from './step-up.ts';

/** Also with the answer to a repeated request: the cookie may have been lost with the first. */
async function setOpenedSession(
  resources: IdentityResources,
  result: SignedIn | undefined,
  context: CallContext,
  { sessionToken }: { sessionToken: string },
): Promise<void> {
  await setSessionCookie(resources, { sessionToken, address: result?.address }, context);
}

const from = withBrowser;
const opening = { from, repeatsBefore: true, after: setOpenedSession };

/** Passkeys, as pages call them. */
export const passkeyRpc = rpc<IdentityResources>()(PasskeyService, {
  startPasskeySignIn: writeWithoutTransaction(withBrowserSchema, startPasskeySignIn, begunSignInMessage, { from }),
  signInWithPasskey: write(signInWithPasskeySchema, signInWithPasskey, userNextMessage, {
    ...opening,
    before: findCeremony,
  }),
  listPasskeys: read(noInput, listPasskeys, passkeysMessage),
  startAddPasskey: writeWithoutTransaction(noInput, startAddPasskey, ceremonyMessage),
  addPasskey: write(addPasskeySchema, addPasskey, passkeyMessage, { from, before: requireFreshProof }),
  renamePasskey: write(renamePasskeySchema, renamePasskey, passkeyMessage),
  removePasskey: write(removePasskeySchema, removePasskey, () => ({}), { from, before: requireFreshProof }),
  startStepUp: writeWithoutTransaction(noInput, startStepUp, ceremonyMessage),
  stepUp: write(stepUpSchema, stepUp, () => ({})),
  startPasskeyByLink: writeWithoutTransaction(startPasskeyByLinkSchema, startPasskeyByLink, linkCeremonyMessage, {
    from,
  }),
  addPasskeyByLink: write(addPasskeyByLinkSchema, addPasskeyByLink, userNextMessage, {
    ...opening,
    before: limitLinks,
  }),
});

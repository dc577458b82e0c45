import { PasskeyService } from '@marquee/contracts/identity/v1/passkey_pb';
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { client } from '../../api/browser/client.ts';
import type { Intent } from '../auth/intent.ts';

// Loaded when somebody presses a button of passkeys: pages do not need it before.

/** The person closed what the browser showed, or let it run out of time: nothing is to be said. */
export const isCancelled = (thrown: unknown): boolean =>
  thrown instanceof Error && ['NotAllowedError', 'AbortError'].includes(thrown.name);

/** The authenticator holds a passkey of this account already. */
export const isKnownAlready = (thrown: unknown): boolean =>
  thrown instanceof WebAuthnError && thrown.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';

/** Whether this browser has passkeys. */
export const hasPasskeys = browserSupportsWebAuthn;

type Ceremony = { optionsJson: string; token: string } | undefined;

async function prove(ceremony: Ceremony) {
  if (!ceremony) throw new Error('the answer has no ceremony');
  const credential = await startAuthentication({ optionsJSON: JSON.parse(ceremony.optionsJson) });
  return { ceremonyToken: ceremony.token, credentialJson: JSON.stringify(credential) };
}

async function make(ceremony: Ceremony) {
  if (!ceremony) throw new Error('the answer has no ceremony');
  const credential = await startRegistration({ optionsJSON: JSON.parse(ceremony.optionsJson) });
  return { ceremonyToken: ceremony.token, credentialJson: JSON.stringify(credential) };
}

/** Signs this browser in with a passkey that it has. @returns where to go now */
export async function signInWithPasskey(intent: Intent): Promise<string> {
  const calls = client(PasskeyService);
  const { ceremony } = await calls.startPasskeySignIn({});
  const { next } = await calls.signInWithPasskey({ ...(await prove(ceremony)), intent });
  return next || '/';
}

/** Proves that the person at this session is its owner. */
export async function stepUp(): Promise<void> {
  const calls = client(PasskeyService);
  const { ceremony } = await calls.startStepUp({});
  await calls.stepUp(await prove(ceremony));
}

/** Makes a passkey on this device for the viewer's account. */
export async function addPasskey(): Promise<void> {
  const calls = client(PasskeyService);
  const { ceremony } = await calls.startAddPasskey({});
  await calls.addPasskey(await make(ceremony));
}

/** Makes the passkey of a staff account by its link. @returns where to go now */
export async function addPasskeyByLink(linkToken: string): Promise<string> {
  const calls = client(PasskeyService);
  const { ceremony } = await calls.startPasskeyByLink({ linkToken });
  const { next } = await calls.addPasskeyByLink({ linkToken, ...(await make(ceremony)) });
  return next || '/';
}

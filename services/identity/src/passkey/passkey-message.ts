import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { Answering } from '@marquee/service/use-case';
import { setChallengeCookie } from '../session/browser-metadata.ts';
import type { Passkey } from './passkeys.ts';
import type { BegunCeremony, BegunSignIn } from './sign-in-with-passkey.ts';

export function passkeyMessage({ id, name, createdAt, lastUsedAt, isSynced }: Passkey) {
  return {
    passkey: {
      id,
      name,
      createdAt: timestampFromDate(createdAt),
      lastUsedAt: lastUsedAt ? timestampFromDate(lastUsedAt) : undefined,
      synced: isSynced,
    },
  };
}

export const passkeysMessage = (passkeys: Passkey[]) => ({
  passkeys: passkeys.map((passkey) => passkeyMessage(passkey).passkey),
});

export const ceremonyMessage = ({ token, optionsJson }: BegunCeremony) => ({ ceremony: { token, optionsJson } });

/** With the cookie by which the browser owns the ceremony. */
export function begunSignInMessage(begun: BegunSignIn, { context }: Answering<unknown>) {
  setChallengeCookie(undefined, undefined, context, begun);
  return ceremonyMessage(begun);
}

export const linkCeremonyMessage = (begun: BegunCeremony & { firstName: string }) => ({
  ...ceremonyMessage(begun),
  firstName: begun.firstName,
});

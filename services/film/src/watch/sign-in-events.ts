import { AccountSuspendedSchema, SessionEndedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { on } from '@marquee/events/consumer';
import type { FilmResources } from '../resources.ts';
import * as sessions from './sessions.ts';

/** Playback ends with the sign-in that opened it, and with the account. */
export function signInEvents({ clock }: Pick<FilmResources, 'clock'>) {
  return [
    on(SessionEndedSchema, (tx, { sessionId }) => sessions.end(tx, { sessionId }, clock.now())),
    on(AccountSuspendedSchema, (tx, { accountId }) => sessions.end(tx, { accountId }, clock.now())),
  ];
}

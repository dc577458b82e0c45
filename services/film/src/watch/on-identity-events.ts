import { AccountSuspendedSchema, SessionEndedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { on } from '@marquee/events/consumer';
import type { FilmWrite } from '../resources.ts';
import * as sessions from './sessions.ts';

/** Playback ends with the session that opened it, and with the account. */
export const onIdentityEvents = [
  on(SessionEndedSchema, ({ tx, clock }: FilmWrite, { sessionId }) => sessions.end(tx, { sessionId }, clock.now())),
  on(AccountSuspendedSchema, ({ tx, clock }: FilmWrite, { accountId }) => sessions.end(tx, { accountId }, clock.now())),
];

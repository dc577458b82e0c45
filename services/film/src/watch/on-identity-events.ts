import {
  AccountReinstatedSchema,
  AccountSuspendedSchema,
  SessionEndedSchema,
} from '@marquee/contracts/events/v1/identity_pb';
import { on } from '@marquee/events/consumer';
import * as suspensions from '../people/suspensions.ts';
import type { FilmWrite } from '../resources.ts';
import * as sessions from './sessions.ts';

/** Playback ends with the session that opened it, and with the account, whose profile then shows nothing to others. */
export const onIdentityEvents = [
  on(SessionEndedSchema, ({ tx, clock }: FilmWrite, { sessionId }) => sessions.end(tx, { sessionId }, clock.now())),
  on(AccountSuspendedSchema, async ({ tx, clock }: FilmWrite, { accountId }, { aggregateVersion: version }) => {
    await sessions.end(tx, { accountId }, clock.now());
    await suspensions.keep(tx, { id: accountId, version, isSuspended: true });
  }),
  on(AccountReinstatedSchema, ({ tx }: FilmWrite, { accountId: id }, { aggregateVersion: version }) =>
    suspensions.keep(tx, { id, version, isSuspended: false }),
  ),
];

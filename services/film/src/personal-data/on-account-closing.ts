import { AccountClosingSchema, AccountReopenedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { on } from '@marquee/events/consumer';
import type { FilmWrite } from '../resources.ts';
import * as sessions from '../watch/sessions.ts';
import { publishAgain, unpublishFilms } from './unpublish-films.ts';

/** The films of whom closes an account leave the feed with them, and come back with them [SET-05]. */
export const onAccountClosing = [
  on(AccountClosingSchema, async (write: FilmWrite, { accountId }) => {
    await sessions.end(write.tx, { accountId }, write.clock.now());
    await unpublishFilms(write, accountId);
  }),
  on(AccountReopenedSchema, (write: FilmWrite, { accountId }) => publishAgain(write, accountId)),
];

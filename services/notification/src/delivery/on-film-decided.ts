import { FilmDecidedSchema } from '@marquee/contracts/events/v1/film_pb';
import { on } from '@marquee/events/consumer';
import type { NotificationWrite } from '../resources.ts';
import * as deliveries from './deliveries.ts';

/** Plans the mail to the maker of a film that staff decided on. */
export const onFilmDecided = on(FilmDecidedSchema, ({ tx, clock }: NotificationWrite, { actionId: subjectId }) =>
  deliveries.plan(tx, { kind: 'FILM_DECISION', subjectId, generation: 0 }, clock.now()),
);

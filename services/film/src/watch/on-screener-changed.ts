import { timestampDate } from '@bufbuild/protobuf/wkt';
import { ScreenerChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { isId } from '@marquee/data/ids';
import { on } from '@marquee/events/consumer';
import type { FilmWrite } from '../resources.ts';
import * as screeners from './screeners.ts';

/** Who judges a film at a festival may watch it until then; one that has ended is no right any more [FES-09]. */
export const onScreenerChanged = on(
  ScreenerChangedSchema,
  async ({ tx, clock }: FilmWrite, { submissionId, filmId, accountId, endsAt }) => {
    if (!endsAt || ![submissionId, filmId, accountId].every(isId)) return;
    const screener = { filmId, accountId, sourceId: submissionId, endsAt: timestampDate(endsAt) };
    await (screener.endsAt > clock.now() ? screeners.keep(tx, screener) : screeners.remove(tx, screener));
  },
);

import { keyset } from '@marquee/data/paging';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import * as ballots from './ballots.ts';
import { ballotPlaceSchema, found } from './save-ballot.ts';
import * as voters from './voters.ts';

export const ballotRecipientsSchema = ballotPlaceSchema.extend({
  eventId: z.string().min(1),
  pageSize: z.int(),
  cursor: z.string(),
});

/** Whom notification asks to vote while a ballot is open, page by page [NOT-02]. */
export async function listBallotRecipients(
  { db, clock, config }: FestivalResources,
  _viewer: Viewer,
  { eventId, blockId, pageSize: size, cursor }: z.output<typeof ballotRecipientsSchema>,
): Promise<{ rows: string[]; nextCursor: string }> {
  const scope = `ballot-recipients:${eventId}:${blockId}`;
  const list = keyset<[string]>({ key: config.CURSOR_KEY, scope, size, cursor });
  const ballot = await found(ballots.at(db, { eventId, blockId }));
  const now = clock.now();
  if (!ballot || ballot.opensAt > now || ballot.closesAt <= now) return { rows: [], nextCursor: '' };
  return list.page(await voters.listToAsk(db, ballot.id, list.after?.[0], list.limit), (id) => [id]);
}

import { keyset } from '@marquee/data/paging';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import { shownEvent } from './ballot-event.ts';
import * as ballots from './ballots.ts';
import * as votes from './votes.ts';

export const listVoteRecordsSchema = z.object({ ballotId: z.string(), pageSize: z.number(), cursor: z.string() });

/** The chain of a ballot, from its beginning. What was voted for is only in it once the ballot is counted [FES-10]. */
export async function listVoteRecords(
  { db, config }: FestivalResources,
  viewer: Viewer,
  { ballotId, pageSize: size, cursor }: z.output<typeof listVoteRecordsSchema>,
): Promise<{ rows: votes.Vote[]; nextCursor: string; isCounted: boolean }> {
  const ballot = await ballots.get(db, ballotId);
  await shownEvent(db, viewer, ballot);
  const scope = JSON.stringify(['vote records', ballot.id]);
  const list = keyset<votes.RecordKey>({ key: config.CURSOR_KEY, scope, size, cursor });
  const rows = await votes.records(db, ballot.id, { after: list.after, limit: list.limit });
  return { ...list.page(rows, ({ number }) => [String(number)]), isCounted: ballot.countedAt !== null };
}

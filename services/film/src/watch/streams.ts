import { STREAM_LEASE_MS, streamsAtOnce } from '@marquee/rules/streams';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { FilmWrite } from '../resources.ts';
import { endAddresses } from './addresses.ts';
import * as sessions from './sessions.ts';
import { streamsFull } from './watch-errors.ts';

/**
 * Makes room for one more playback of an account, which takes turns with others of it [WAT-14]. A playback of the same
 * browser gives way by itself; one on another device only to somebody who asks for that. None gives way to one that is only
 * prepared.
 *
 * @returns whether a playback was ended
 * @throws DomainError FAILED_PRECONDITION, STREAMS_FULL
 */
export async function makeRoom(
  write: Pick<FilmWrite, 'tx' | 'emit' | 'touch' | 'config'>,
  { accountId, sessionId, plan }: AccountViewer,
  { takeOver, isPrepared, now }: { takeOver: boolean; isPrepared: boolean; now: Date },
): Promise<boolean> {
  const since = new Date(now.getTime() - STREAM_LEASE_MS);
  const { tx } = write;
  const streams = await sessions.streamsOf(tx, accountId, since);
  const tooMany = streams.length + 1 - streamsAtOnce(plan);
  if (tooMany <= 0) return false;
  const [here, elsewhere] = [true, false].map((isHere) =>
    streams.filter((s) => (s.sessionId === sessionId) === isHere),
  );
  const ending = isPrepared ? [] : [...(here ?? []), ...(takeOver ? (elsewhere ?? []) : [])].slice(0, tooMany);
  if (ending.length < tooMany) throw streamsFull();
  const ids = ending.map(({ id }) => id);
  await sessions.displace(tx, ids, now);
  await endAddresses(write, ids, now);
  return true;
}

/** Whether one more playback of an account, which takes turns with others of it, finds a place beside those since then. */
export async function hasPlace(
  tx: FilmWrite['tx'],
  { accountId, plan }: Pick<AccountViewer, 'accountId' | 'plan'>,
  since: Date,
): Promise<boolean> {
  return (await sessions.streamsOf(tx, accountId, since)).length < streamsAtOnce(plan);
}

import { newId } from '@marquee/data/ids';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { canEdit } from '../films/film-rights.ts';
import { filmIdSchema, placedSchema } from '../films/request-schemas.ts';
import { playsInStep } from '../premieres/in-step.ts';
import { beginOf } from '../premieres/premieres.ts';
import type { FilmResources, FilmWrite } from '../resources.ts';
import { PLAY_SOURCES } from '../statistics/plays.ts';
import * as access from './access.ts';
import { adTagOf } from './ads.ts';
import { accessOf, type FilmAccess, isScreener, mayUnlock, requireWatchableBy } from './film-access.ts';
import * as playerFacts from './player-facts.ts';
import * as playerSettings from './player-settings.ts';
import { type PreRoll, preRollOf } from './pre-rolls.ts';
import * as sessions from './sessions.ts';
import { makeRoom } from './streams.ts';
import { unlockFree } from './unlock-film.ts';
import * as unlocks from './unlocks.ts';
import { startWaiting } from './waiting-rights.ts';
import { accessRefused, premiereRunning } from './watch-errors.ts';

/** A playback that may begin; `openPlayback` makes its address. */
export type StartedPlayback = {
  session: sessions.NewSession;
  film: access.AccessRow;
  access: FilmAccess;
  /** Where its player asks for ads; '' without. */
  adTagUrl: string;
  /** What its event shows first. */
  preRoll: PreRoll | undefined;
  facts: playerFacts.PlayerFacts;
  settings: playerSettings.Settings | undefined;
  /** By which the viewer watches it. */
  unlock: unlocks.OwnUnlock | undefined;
};

/** Writes the viewer's buffered positions, so that playback resumes from the last one. Runs before the transaction. */
export async function flushPositions({ positions }: FilmResources, { accountId }: AccountViewer): Promise<void> {
  await positions.flushFor(accountId);
}

export const startPlaybackSchema = filmIdSchema.extend({
  nativeHls: z.boolean(),
  ...placedSchema.shape,
  device: z.string(),
  source: z.enum(['', ...PLAY_SOURCES]),
  takeOver: z.boolean(),
  inStep: z.boolean(),
});

/**
 * Opens a playback session for who may watch now; time to watch that waits for its start begins [WAT-15]. In step it is opened
 * up to minutes before the premiere starts, and plays from then on; a free one is unlocked with it [WAT-13:premiere].
 */
export async function startPlayback(
  write: FilmWrite,
  viewer: AccountViewer,
  { filmId, nativeHls, place, device, source, takeOver, inStep }: z.output<typeof startPlaybackSchema>,
): Promise<StartedPlayback> {
  const { tx, clock, touch } = write;
  const { accountId, sessionId } = viewer;
  await sessions.takeTurn(tx, accountId);
  let film = await access.get(tx, filmId, accountId);
  const now = inStep ? beginOf(film, clock.now()) : clock.now();
  const isPrepared = now > clock.now();
  requireWatchableBy(viewer, film, now);
  if (inStep && film.isFree && mayUnlock(accessOf(viewer, film, { now, place }, film))) {
    film = await unlockFree(write, viewer, film);
  }
  const granted = accessOf(viewer, film, { now, place }, film);
  if (!granted.valid) throw accessRefused(granted);
  // Who makes, checks or judges a film watches it at will, with or without a ticket.
  const isAtWork = granted.preview || canEdit(viewer, film) || isScreener(film, now);
  if (!inStep && !isAtWork && (await playsInStep(tx, accountId, film, now))) throw premiereRunning();
  // Who looks at a film for work is in nobody's way.
  if (!granted.preview && (await makeRoom(write, viewer, { takeOver, isPrepared, now: clock.now() }))) {
    // Their pages ask at once whether they still play.
    touch('account', { id: accountId, version: BigInt(now.getTime()) });
  }
  if (granted.watchSeconds > 0) await startWaiting(tx, { accountId, filmId: film.id, now });

  // Who may watch has something to watch.
  const mediaId = film.filmMediaId as string;
  const played = { filmId: film.id, sessionId, mediaId, nativeHls, durationMs: film.runningTime * 1_000 };
  const uncounted = granted.preview && isScreener(film, now);
  const counted = { country: place?.country ?? '', device, source, uncounted, preview: granted.preview };
  const preRoll = await preRollOf(tx, accountId, film, now);
  const preRollMs = (preRoll?.seconds ?? 0) * 1_000;
  const session = { ...played, ...counted, preRollMs, id: newId(), accountId, startedAt: now };
  await sessions.insert(tx, session);
  const adTagUrl = await adTagOf(write, viewer, film, { access: granted, place });
  const facts = await playerFacts.get(tx, film.id, accountId);
  const settings = await playerSettings.get(tx, accountId);
  const unlock = granted.expireAt && (await unlocks.findOwn(tx, { accountId, filmId: film.id, now }));
  return { session, film, access: granted, adTagUrl, preRoll, facts, settings, unlock };
}

import { newId } from '@marquee/data/ids';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { FilmResources, FilmWrite } from '../resources.ts';
import type { AccessRow } from './access.ts';
import { accessOf, type FilmAccess } from './film-access.ts';
import { filmOfViewer } from './film-of-viewer.ts';
import * as sessions from './sessions.ts';
import type { SignedUrl } from './signed-urls.ts';
import { accessRefused } from './watch-errors.ts';

/** A playback that may begin: its session, what it plays, and the address for it. */
export type Playback = { session: sessions.NewSession; film: AccessRow; access: FilmAccess; url: SignedUrl };

/** Checks the access and has media sign an address. Runs before the transaction. */
export async function preparePlayback(
  resources: FilmResources,
  viewer: AccountViewer,
  { filmId, nativeHls }: { filmId: string; nativeHls: boolean },
): Promise<Playback> {
  const { clock, signedUrls } = resources;
  const { accountId, sessionId } = viewer;
  const film = await filmOfViewer(resources, viewer, filmId);
  const now = clock.now();
  const granted = accessOf(viewer, film, now, film);
  const { filmMediaId: mediaId } = film;
  if (!granted.valid || !mediaId) throw accessRefused(granted);

  const played = { filmId: film.id, sessionId, mediaId, nativeHls, durationMs: film.runningTime * 1_000 };
  const id = newId();
  const url = await signedUrls.forSession({ ...played, playbackSessionId: id, endsAt: granted.expireAt });
  return { session: { ...played, id, accountId, startedAt: now }, film, access: granted, url };
}

/** Opens a playback session for who may watch now. */
export async function startPlayback(
  { tx }: FilmWrite,
  _viewer: AccountViewer,
  _input: object,
  playback: Playback,
): Promise<Playback> {
  await sessions.insert(tx, playback.session);
  return playback;
}

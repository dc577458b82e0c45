import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { FilmUnlockedSchema } from '@marquee/contracts/events/v1/film_pb';
import { DrmEncodingStatus } from '@marquee/contracts/film/v1/film_pb';
import { StartPlaybackResponseSchema, UnlockFilmResponseSchema } from '@marquee/contracts/film/v1/watch_pb';
import { newId } from '@marquee/data/ids';
import { HEARTBEAT_INTERVAL_MS, resumePositionMs } from '@marquee/rules/watch';
import { imageMessage } from '../films/film-message.ts';
import { requireVisibleTo } from '../films/film-rights.ts';
import { type Write, writeOnce } from '../films/write-once.ts';
import type { FilmResources } from '../resources.ts';
import { addToStats } from '../statistics/stat-store.ts';
import { accessMessage, accessOf, savedOf } from './film-access.ts';
import { accessRefused, paymentRequired } from './watch-errors.ts';
import { getAccessRow, insertSession, insertUnlock } from './watch-store.ts';

/** Unlocks a free film for its time; a valid unlock is kept as it is [WAT-02, WAT-18]. */
export async function unlockFilm(resources: FilmResources, write: Write, filmId: string) {
  const { clock, config, outbox } = resources;
  const { accountId } = write.viewer;
  return writeOnce(resources, write, UnlockFilmResponseSchema, async (tx) => {
    const now = clock.now();
    const film = await getAccessRow(tx, filmId, accountId);
    requireVisibleTo(write.viewer, film);
    const access = accessOf(write.viewer, film, now);
    if (access.valid) return { access: accessMessage(access) };
    if (access.reason !== 'UNLOCK_REQUIRED') throw accessRefused(access);
    if (!film.is_free) throw paymentRequired();

    const id = newId();
    const expireAt = new Date(now.getTime() + config.FREE_UNLOCK_HOURS * 3_600_000);
    if (await insertUnlock(tx, { id, accountId, filmId: film.id, expireAt, now })) {
      await addToStats(tx, film.id, { unlocks: 1 });
      await outbox.append(tx, {
        schema: FilmUnlockedSchema,
        message: create(FilmUnlockedSchema, { filmId: film.id, accountId }),
        aggregateType: 'unlock',
        aggregateId: id,
        aggregateVersion: 1n,
      });
    }
    const unlocked = await getAccessRow(tx, film.id, accountId);
    return { access: accessMessage(accessOf(write.viewer, unlocked, now)) };
  });
}

/** Opens a playback session for who may watch now; the address is signed after it, outside of the transaction. */
export async function startPlayback(
  resources: FilmResources,
  write: Write,
  input: { filmId: string; nativeHls: boolean },
): Promise<MessageInitShape<typeof StartPlaybackResponseSchema>> {
  const { db, clock, positions, signedUrls } = resources;
  const { accountId, sessionId } = write.viewer;
  await positions.flushFor(accountId);
  const film = await getAccessRow(db, input.filmId, accountId);
  requireVisibleTo(write.viewer, film);
  const now = clock.now();
  const access = accessOf(write.viewer, film, now);
  const mediaId = film.film_media_id;
  if (!access.valid || !mediaId) throw accessRefused(access);

  const started = await writeOnce(resources, write, StartPlaybackResponseSchema, async (tx) => {
    const session = { id: newId(), film_id: film.id, account_id: accountId, session_id: sessionId, media_id: mediaId };
    const durationMs = film.running_time * 1_000;
    await insertSession(tx, { ...session, native_hls: input.nativeHls, duration_ms: durationMs, started_at: now });
    return { playbackSessionId: session.id };
  });
  const { playbackSessionId } = started;
  const url = await signedUrls.forSession({
    playbackSessionId,
    mediaId,
    filmId: film.id,
    sessionId,
    nativeHls: input.nativeHls,
    durationMs: film.running_time * 1_000,
    endsAt: access.expireAt,
  });
  const still = imageMessage(film.trailer_thumbnail);
  return {
    access: accessMessage(access, url.baseUrl),
    playbackSessionId,
    resumePositionMs: resumePositionMs(savedOf(film)),
    durationMs: url.durationMs || film.running_time * 1_000,
    hlsManifest: url.hlsManifest,
    dashManifest: url.dashManifest,
    trickplayUrl: url.trickplay && url.baseUrl + url.trickplay,
    filmTitle: film.film_title,
    heartbeatIntervalMs: HEARTBEAT_INTERVAL_MS,
    rated: film.own_rating !== null,
    drmEncodingStatus:
      film.drm_encoding_status === 'COMPLETED' ? DrmEncodingStatus.COMPLETED : DrmEncodingStatus.UNSPECIFIED,
    ...(still && { still }),
    runningTime: film.running_time,
  };
}

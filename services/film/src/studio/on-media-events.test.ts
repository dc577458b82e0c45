import { create } from '@bufbuild/protobuf';
import {
  AssetDeletedSchema,
  ImageReadySchema,
  TranscodeCompletedSchema,
  TranscodeDeletedSchema,
  TranscodeFailedSchema,
  TranscodeMovedSchema,
  TranscodeStartedSchema,
} from '@marquee/contracts/events/v1/media_pb';
import { AssetKind } from '@marquee/contracts/film/v1/film_pb';
import { FilmActionKind } from '@marquee/contracts/film/v1/moderation_pb';
import { AudioTrackSchema, TranscodeSchema, TranscodeStatus } from '@marquee/contracts/media/v1/media_pb';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { completeFields, type FilmHarness, filmService, type Maker } from '../testing/film-service.ts';

let film: FilmHarness;
let maker: Maker;
let filmId: string;
beforeAll(async () => {
  film = await filmService();
});
beforeEach(async () => {
  maker = film.maker();
  const { film: draft } = await maker.studio.createFilm({ requestId: newId(), ...completeFields });
  filmId = draft?.film?.id ?? '';
});

const mine = async () => (await maker.studio.getMyFilm({ filmId })).film;

async function place(kind: AssetKind, mediaId: string): Promise<void> {
  await maker.studio.setFilmAsset({ requestId: newId(), filmId, kind, mediaId });
}

test('of a video only what is newer than what is known is kept, in whatever order events arrive [STU-06:version]', async () => {
  const { id: assetId } = film.media.addVideo(maker.viewer.accountId);
  await place(AssetKind.FILM_VIDEO, assetId);
  const completed = { assetId, filmId, playableVersion: 'second', durationMs: 90_000 };
  const complete = (more: object, version: bigint) =>
    film.deliver(
      TranscodeCompletedSchema,
      create(TranscodeCompletedSchema, { ...completed, ...more }),
      assetId,
      version,
    );
  const signals: string[] = [];
  film.platform.signals.subscribe(`film:${filmId}`, ({ version }) => signals.push(version));
  await complete({}, 10n);
  const known = await mine();
  await eventually(() => expect(signals).toEqual([String(known?.film?.version)]));
  expect(known?.film).toMatchObject({ hasFilm: true, runningTime: 90 });

  const older = { assetId, filmId };
  for (const version of [9n, 10n]) {
    await film.deliver(TranscodeStartedSchema, create(TranscodeStartedSchema, older), assetId, version);
    await film.deliver(TranscodeFailedSchema, create(TranscodeFailedSchema, older), assetId, version);
    await film.deliver(TranscodeDeletedSchema, create(TranscodeDeletedSchema, older), assetId, version);
    await film.deliver(AssetDeletedSchema, create(AssetDeletedSchema, { assetId }), assetId, version);
    await complete({ playableVersion: 'first', durationMs: 30_000 }, version);
  }
  // Nothing changed, so the film has no new version and no event.
  expect(await mine()).toEqual(known);
  expect(signals).toHaveLength(1);

  await film.deliver(TranscodeDeletedSchema, create(TranscodeDeletedSchema, older), assetId, 11n);
  expect((await mine())?.film?.hasFilm).toBe(false);
  expect((await mine())?.film?.version).toBeGreaterThan(known?.film?.version ?? 0n);
});

test('of a picture only what is newer than what is known is kept [STU-05:version]', async () => {
  const { id: assetId } = film.media.addPicture(maker.viewer.accountId);
  await place(AssetKind.POSTER_IMAGE, assetId);
  const image = (width: number) => ({ uri: `/media/images/${assetId}`, width, height: 202, widths: [360] });
  const ready = (width: number, version: bigint) =>
    film.deliver(
      ImageReadySchema,
      create(ImageReadySchema, { assetId, filmId, image: image(width) }),
      assetId,
      version,
    );
  await ready(1_920, 7n);
  const known = await mine();
  expect(known?.film?.poster).toMatchObject({ width: 1_920 });
  for (const version of [6n, 7n]) await ready(360, version);
  expect(await mine()).toEqual(known);
  await ready(640, 8n);
  expect((await mine())?.film?.poster).toMatchObject({ width: 640 });
});

test('the resolution of a film is that of its video, whatever its maker says [STU-02:resolution]', async () => {
  const { id: assetId } = film.media.addVideo(maker.viewer.accountId);
  await place(AssetKind.FILM_VIDEO, assetId);
  expect((await mine())?.film?.resolution).toBe(completeFields.resolution);
  const completed = { assetId, filmId, playableVersion: 'first', durationMs: 90_000, width: 1920, height: 804 };
  await film.deliver(TranscodeCompletedSchema, create(TranscodeCompletedSchema, completed), assetId, 10n);
  expect((await mine())?.film?.resolution).toBe('1080p');
  await maker.studio.updateFilm({ requestId: newId(), filmId, resolution: '8K', logLine: 'Another.' });
  expect((await mine())?.film).toMatchObject({ resolution: '1080p', logLine: 'Another.' });
  // An event that does not know the size leaves it.
  const again = { ...completed, playableVersion: 'second', width: 0, height: 0 };
  await film.deliver(TranscodeCompletedSchema, create(TranscodeCompletedSchema, again), assetId, 11n);
  expect((await mine())?.film?.resolution).toBe('1080p');
});

test('the resolution is known as soon as a checked video is in its slot', async () => {
  const { id: assetId } = film.media.addVideo(maker.viewer.accountId);
  Object.assign(film.media.asset(assetId), { width: 3840, height: 1600 });
  await place(AssetKind.FILM_VIDEO, assetId);
  expect((await mine())?.film?.resolution).toBe('4K');
});

test('a film has audio description while its video has [SET-14:audio-description]', async () => {
  const has = async () => (await mine())?.film?.hasAudioDescription;
  const { id: assetId } = film.media.addVideo(maker.viewer.accountId);
  await place(AssetKind.FILM_VIDEO, assetId);
  expect(await has()).toBe(false);
  const completed = { assetId, filmId, playableVersion: 'first', durationMs: 90_000, hasAudioDescription: true };
  await film.deliver(TranscodeCompletedSchema, create(TranscodeCompletedSchema, completed), assetId, 10n);
  expect(await has()).toBe(true);
  // What knows nothing of sounds leaves it.
  await film.deliver(TranscodeStartedSchema, create(TranscodeStartedSchema, { assetId, filmId }), assetId, 11n);
  expect(await has()).toBe(true);
  const again = { ...completed, playableVersion: 'second', hasAudioDescription: false };
  await film.deliver(TranscodeCompletedSchema, create(TranscodeCompletedSchema, again), assetId, 12n);
  expect(await has()).toBe(false);

  // A video that was prepared before a film took it says so as it is taken.
  const { id: prepared } = film.media.addVideo(maker.viewer.accountId);
  Object.assign(film.media.asset(prepared), {
    transcode: create(TranscodeSchema, { status: TranscodeStatus.COMPLETE }),
    audioTracks: [create(AudioTrackSchema, { language: 'en', isDescription: true })],
  });
  await place(AssetKind.FILM_VIDEO, prepared);
  expect(await has()).toBe(true);
});

test('that staff moved a video to the front stands in the history of the film', async () => {
  const { id: assetId } = film.media.addVideo(maker.viewer.accountId);
  await place(AssetKind.FILM_VIDEO, assetId);
  const movedBy = newId();
  await film.deliver(TranscodeMovedSchema, create(TranscodeMovedSchema, { assetId, filmId, movedBy }), assetId, 10n);
  const { actions } = await film.staff().moderation.listFilmActions({ filmId });
  expect(actions).toMatchObject([
    { kind: FilmActionKind.TRANSCODE_MOVED, actorId: movedBy, changes: [{ field: 'video', after: assetId }] },
  ]);
});

import { memorySharedCaches } from '@marquee/runtime/shared-caches';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { createSignedUrls } from './signed-urls.ts';

const MINUTE_MS = 60_000;

function signer() {
  const clock = fixedClock('2026-11-20T12:00:00Z');
  const start = clock.now().getTime();
  let signed = 0;
  const starts: (Date | undefined)[] = [];
  const media = {
    async sign({ startsAt }: { startsAt?: Date | undefined }) {
      signed += 1;
      starts.push(startsAt);
      return {
        baseUrl: `/v/${signed}/`,
        hlsManifest: '',
        dashManifest: '',
        trickplay: '',
        durationMs: 0,
        textTracks: [],
        licenceServers: [],
      };
    },
  };
  const urls = createSignedUrls({ media, clock, tokenSeconds: 600, caches: memorySharedCaches({ clock }) });
  const ids = {
    ...{ addressId: 'p_1', mediaId: 'm', version: 'v', filmId: 'f', sessionId: 's' },
    ...{ nativeHls: false, durationMs: 0, startsAt: clock.now() },
  };
  return {
    clock,
    /** From when each address plays. */
    starts,
    ofPrepared: async (startsAt: Date) => (await urls.forSession({ ...ids, startsAt, endsAt: undefined })).baseUrl,
    /** The address and the minutes after the start at which it expires. */
    async ofSession(endsAfterMinutes?: number) {
      const endsAt = endsAfterMinutes === undefined ? undefined : new Date(start + endsAfterMinutes * MINUTE_MS);
      const { baseUrl, expiresAt } = await urls.forSession({ ...ids, endsAt });
      return [baseUrl, (expiresAt.getTime() - start) / MINUTE_MS];
    },
    ofTrailer: async () => (await urls.forTrailer({ filmId: 'f', mediaId: 'm' })).baseUrl,
  };
}

test('an address is renewed once half of its life is over', async () => {
  const { clock, ofSession } = signer();
  expect(await ofSession()).toEqual(['/v/1/', 10]);
  clock.advance(5 * MINUTE_MS - 1);
  expect(await ofSession()).toEqual(['/v/1/', 10]);
  clock.advance(1);
  expect(await ofSession()).toEqual(['/v/2/', 15]);
});

test('an address that lives as long as the access is kept to its end', async () => {
  const { clock, ofSession } = signer();
  expect(await ofSession(10)).toEqual(['/v/1/', 10]);
  clock.advance(9 * MINUTE_MS);
  expect(await ofSession(10)).toEqual(['/v/1/', 10]);
  // The access lasts longer now, and then shorter.
  expect(await ofSession(30)).toEqual(['/v/2/', 19]);
  expect(await ofSession(12)).toEqual(['/v/3/', 12]);
});

test('an address of a playback that begins later plays from two seconds before, and one that has begun at once', async () => {
  const { clock, starts, ofPrepared, ofTrailer } = signer();
  const startsAt = new Date('2026-11-20T12:04:00Z');
  expect(await ofPrepared(startsAt)).toBe('/v/1/');
  clock.advance(4 * MINUTE_MS);
  // The page that was given it plays it.
  expect(await ofPrepared(startsAt)).toBe('/v/1/');
  clock.advance(MINUTE_MS);
  await ofPrepared(startsAt);
  await ofTrailer();
  expect(starts).toEqual([new Date('2026-11-20T12:03:58Z'), undefined, undefined]);
});

test('those who want one address at the same time share it', async () => {
  const { ofTrailer } = signer();
  expect(await Promise.all([ofTrailer(), ofTrailer()])).toEqual(['/v/1/', '/v/1/']);
  expect(await ofTrailer()).toBe('/v/1/');
});

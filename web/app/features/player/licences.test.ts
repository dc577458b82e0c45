import { create } from '@bufbuild/protobuf';
import { jest } from '@jest/globals';
import { DrmEncodingStatus } from '@marquee/contracts/film/v1/film_pb';
import { StartPlaybackResponseSchema } from '@marquee/contracts/film/v1/watch_pb';
import { firstLicence, licences } from './licences.ts';

const server = { keySystem: 'com.widevine.alpha', url: 'https://drm.example/', certificateUrl: '' };
const started = (drmEncodingStatus: DrmEncodingStatus, licenceServers: (typeof server)[] = []) =>
  create(StartPlaybackResponseSchema, { playbackSessionId: 'p1', drmEncodingStatus, licenceServers });

function callsOf(answer: (asked: number) => Promise<string>) {
  let asked = 0;
  const getLicence = jest.fn(async (_request: { playbackSessionId?: string }) => {
    asked += 1;
    return { clearKey: await answer(asked), token: '' };
  });
  return { getLicence, calls: { getLicence } as never };
}

test('the first licence of a protected film is asked for once, before it is wanted; later ones when they are [WAT-06:early]', async () => {
  const { getLicence, calls } = callsOf(async (asked) => `licence ${asked}`);
  const next = licences(calls, { id: 'p2' }, firstLicence(calls, started(DrmEncodingStatus.COMPLETED)));
  expect(getLicence.mock.calls).toEqual([[{ playbackSessionId: 'p1' }]]);
  expect([await next(), await next()]).toEqual(['licence 1', 'licence 2']);
  expect(getLicence).toHaveBeenLastCalledWith({ playbackSessionId: 'p2' });
});

test('a licence that failed before it was wanted is asked for again', async () => {
  const { calls } = callsOf(async (asked) => {
    if (asked === 1) throw new Error('no');
    return 'licence';
  });
  const next = licences(calls, { id: 'p1' }, firstLicence(calls, started(DrmEncodingStatus.COMPLETED)));
  // A rejection that nobody has handled by now would end the test.
  await new Promise((resolve) => setTimeout(resolve));
  expect(await next()).toBe('licence');
});

test('no licence is asked for before of a film without protection, or with licence servers', () => {
  const { getLicence, calls } = callsOf(async () => 'licence');
  for (const one of [
    started(DrmEncodingStatus.UNSPECIFIED),
    started(DrmEncodingStatus.IN_PROGRESS),
    started(DrmEncodingStatus.COMPLETED, [server]),
  ])
    expect(firstLicence(calls, one)).toBeUndefined();
  expect(getLicence).not.toHaveBeenCalled();
});

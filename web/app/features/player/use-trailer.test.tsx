import '../../testing/component-tests.ts';
import { jest } from '@jest/globals';
import { answerCalls, failing } from '@marquee/testing/answer-calls';
import { FILM_ID } from '@marquee/testing/contract-messages';
import { act, renderHook, waitFor } from '@testing-library/react';
import { setAccountOfPage } from '../../api/browser/page-account.ts';
import type { PlaybackSource } from './playback.ts';
import { useTrailer } from './use-trailer.ts';

/** A trailer whose address has a new token in every answer, while the service is there. */
async function trailer() {
  const server = { isThere: true, answers: 0 };
  const { sent } = answerCalls({
    getTrailer: () => {
      if (!server.isThere) return failing();
      server.answers += 1;
      return { signedUrl: `/v/token${server.answers}/t1/`, dashManifest: 'a.mpd', hlsManifest: 'a.m3u8' };
    },
    setPlayerSettings: () => ({}),
  });
  const { result, rerender, unmount } = renderHook(({ filmId }) => useTrailer(filmId), {
    initialProps: { filmId: FILM_ID },
  });
  const watching = async () => {
    await waitFor(() => expect(result.current.state.step).toBe('watching'));
    if (result.current.state.step !== 'watching') throw new Error('not watching');
    return result.current.state;
  };
  return { server, sent, rerender, unmount, watching, ...(await watching()) };
}
/** Lets the clock show a later time; timers keep running as they are. */
const pass = (ms: number) => jest.spyOn(Date, 'now').mockReturnValue(Date.now() + ms);
const inTurn = (source: PlaybackSource, ask: 'freshUrl' | 'renew') => act(() => source[ask]() as Promise<unknown>);

afterEach(() => jest.restoreAllMocks());

test('the address is renewed after four minutes, and the trailer plays on', async () => {
  const { source, playback, watching } = await trailer();
  expect(source.manifests).toEqual({ dash: 'a.mpd', hls: 'a.m3u8' });
  expect(await inTurn(source, 'freshUrl')).toBe('/v/token1/t1/');
  pass(4 * 60_000 - 1_000);
  expect(await inTurn(source, 'freshUrl')).toBe('/v/token1/t1/');
  pass(2_000);
  expect(await inTurn(source, 'freshUrl')).toBe('/v/token2/t1/');
  expect(await inTurn(source, 'freshUrl')).toBe('/v/token2/t1/');
  expect(source.signedUrl()).toBe('/v/token2/t1/');
  expect((await watching()).playback).toBe(playback);
});

test('an address that cannot be renewed stays as it is', async () => {
  const { source, server, playback, watching } = await trailer();
  server.isThere = false;
  expect(await inTurn(source, 'renew')).toBe(false);
  expect(source.signedUrl()).toBe('/v/token1/t1/');
  server.isThere = true;
  expect(await inTurn(source, 'renew')).toBe(true);
  expect(source.signedUrl()).toBe('/v/token2/t1/');
  expect((await watching()).playback).toBe(playback);
});

test('another film has a trailer of its own; the one before ends, and so does the last when it is left', async () => {
  const { rerender, playback, watching, sent, unmount } = await trailer();
  const ended = jest.spyOn(playback, 'destroy');
  rerender({ filmId: 'f2' });
  await waitFor(() => expect(sent('getTrailer')).toHaveLength(2));
  const next = await watching();
  expect(next.playback).not.toBe(playback);
  expect(ended).toHaveBeenCalledTimes(1);
  const left = jest.spyOn(next.playback, 'destroy');
  unmount();
  expect(left).toHaveBeenCalledTimes(1);
});

test('what is chosen at a trailer is at the account of who is signed in, and on the device alone of a visitor [WAT-12:person]', async () => {
  const visitor = await trailer();
  visitor.playback.setSwitch('previews', false);
  visitor.unmount();
  expect(visitor.sent('setPlayerSettings')).toEqual([]);
  setAccountOfPage('0199a1b2-0000-7000-8000-000000000001');
  const { playback, sent, unmount } = await trailer();
  playback.setSwitch('previews', true);
  unmount();
  await waitFor(() => expect(sent('setPlayerSettings')).toMatchObject([{ settings: { previews: true } }]));
});

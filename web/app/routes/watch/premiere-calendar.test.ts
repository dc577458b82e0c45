import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { answerCalls } from '@marquee/testing/answer-calls';
import { aFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { RouterContextProvider } from 'react-router';
import { api, createApi, site } from '../../api/context.ts';
import { loader } from './premiere-calendar.ts';

function load(part: Parameters<typeof aFilm>[0]) {
  const calls = answerCalls({ getFilm: () => ({ film: aFilm({ releaseType: ReleaseType.SCREENING, ...part }) }) });
  const context = new RouterContextProvider();
  context.set(
    api,
    createApi(() => calls.transport),
  );
  context.set(site, { publicUrl: 'https://marquee.example', language: 'en' });
  return loader({ params: { filmId: FILM_ID }, context } as never);
}

test('a premiere comes as a file for a calendar', async () => {
  const response = await load({ screeningStartTime: timestampFromDate(new Date('2026-12-01T20:00:00Z')) });
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(await response.text()).toContain('DTSTART:20261201T200000Z');
});

test('a premiere without a time has no such file', async () => {
  await expect(load({ usdCost: 499n, isFree: false })).rejects.toMatchObject({
    data: { message: 'This film has no premiere.' },
    init: { status: 404 },
  });
});

import { answerCalls } from '@marquee/testing/answer-calls';
import { FILM_ID } from '@marquee/testing/contract-messages';
import { RouterContextProvider } from 'react-router';
import { api, createApi } from '../../api/context.ts';
import { viewerContext } from '../../api/viewer.ts';
import { loader } from './stats-csv.ts';

const share = (value: string, starts: bigint, playedMs = 0n) => ({ value, counts: { starts, playedMs } });

const days = [
  {
    ...{ day: '2026-11-20', counts: { starts: 6n, views: 4n, playedSeconds: 540n, playedMs: 540_250n } },
    sources: [share('HOME', 3n), share('EXTERNAL', 2n), share('', 1n)],
  },
  { day: '2026-11-21', counts: { starts: 1n, playedMs: 7n }, sources: [share('EMBED', 1n)] },
];
const earned = [
  { day: '2026-11-19', totals: { earnings: -5n } },
  { day: '2026-11-20', totals: { earnings: 372n } },
];

/** The rows of the file, with its name. */
async function fileOf(of: string | undefined) {
  const countries = [share('PT', 5n, 540_000n), share('', 2n, 257n)];
  const calls = answerCalls({
    getFilmPlays: () => ({
      days,
      countries,
      devices: [share('PHONE', 7n)],
      sources: [share('HOME', 3n)],
      reached: [7n, 2n],
    }),
    listEarningDays: () => ({ days: earned }),
  });
  const context = new RouterContextProvider();
  context.set(
    api,
    createApi(() => calls.transport),
  );
  const roles = ['ADMIN'] as const;
  const person = { accountId: 'a1', consumerType: 'UNSPECIFIED', accountType: 'UNSPECIFIED' } as const;
  context.set(viewerContext, { ...person, roles, talents: [], onboarding: false });
  const url = new URL(`https://marquee.example/content/${FILM_ID}/stats.csv?days=30${of ? `&of=${of}` : ''}`);
  const response = await loader({ params: { filmId: FILM_ID }, context, url } as never);
  return {
    rows: (await response.text()).trim().split('\n'),
    name: response.headers.get('content-disposition'),
    asked: calls.sent('listEarningDays').length,
  };
}

test('a file that there is not is refused and asks nothing', async () => {
  await expect(fileOf('nonsense')).rejects.toMatchObject({ init: { status: 400 } });
});

test.each(['days', undefined])(
  'the file (%p) has the plays of each day by source, which add up to the day, and its earnings [STU-13:csv] [STU-13:sources]',
  async (of) => {
    const { rows: all, name } = await fileOf(of);
    const [head, ...rows] = all;
    expect(head).toBe(
      'day,plays,views,seconds_watched,earnings_usd,plays_home,plays_search,plays_profile,plays_festival,plays_site,plays_external,plays_direct,plays_embed,plays_unknown',
    );
    expect(rows).toEqual([
      '2026-11-19,0,0,0.000,-0.05,0,0,0,0,0,0,0,0,0',
      '2026-11-20,6,4,540.250,3.72,3,0,0,0,0,2,0,0,1',
      '2026-11-21,1,0,0.007,0.00,0,0,0,0,0,0,0,1,0',
    ]);
    for (const row of rows) {
      const [plays, , , , ...sources] = row.split(',').slice(1).map(Number);
      expect(sources.reduce((sum, part) => sum + part, 0)).toBe(plays);
    }
    expect(name).toContain('plays-by-days-');
  },
);

test.each([
  ['countries', ['country,plays,views,seconds_watched', 'PT,5,0,540.000', 'unknown,2,0,0.257']],
  ['devices', ['device,plays,views,seconds_watched', 'phone,7,0,0.000']],
  ['sources', ['source,plays,views,seconds_watched', 'home,3,0,0.000']],
  ['seconds', ['second,plays_that_reached_it', '0,7', '1,2']],
])('the figures by %s are a file as well [STU-13:csv]', async (of, expected) => {
  const { rows, name, asked } = await fileOf(of);
  expect(rows).toEqual(expected);
  expect(name).toContain(`plays-by-${of}-`);
  expect(asked).toBe(0);
});

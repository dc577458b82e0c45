import { answerCalls } from '@marquee/testing/answer-calls';
import { FILM_ID } from '@marquee/testing/contract-messages';
import { RouterContextProvider } from 'react-router';
import { api, createApi } from '../../api/context.ts';
import { viewerContext } from '../../api/viewer.ts';
import { loader } from './stats-csv.ts';

const share = (value: string, starts: bigint) => ({ value, counts: { starts } });

test('the file has the plays of each day by source, which add up to the day [STU-13:csv] [STU-13:sources]', async () => {
  const days = [
    {
      ...{ day: '2026-11-20', counts: { starts: 6n, views: 4n, playedSeconds: 540n } },
      sources: [share('HOME', 3n), share('EXTERNAL', 2n), share('', 1n)],
    },
    { day: '2026-11-21', counts: { starts: 1n }, sources: [share('EMBED', 1n)] },
  ];
  const calls = answerCalls({ getFilmPlays: () => ({ days }) });
  const context = new RouterContextProvider();
  context.set(
    api,
    createApi(() => calls.transport),
  );
  const roles = ['ADMIN'] as const;
  const person = { accountId: 'a1', consumerType: 'UNSPECIFIED', accountType: 'UNSPECIFIED' } as const;
  context.set(viewerContext, { ...person, roles, talents: [], onboarding: false });
  const url = new URL(`https://marquee.example/content/${FILM_ID}/stats.csv?days=30`);
  const response = await loader({ params: { filmId: FILM_ID }, context, url } as never);

  const [head = '', ...rows] = (await response.text()).trim().split('\n');
  expect(head).toBe(
    'day,plays,views,seconds_watched,plays_home,plays_search,plays_profile,plays_festival,plays_site,plays_external,plays_direct,plays_embed,plays_unknown',
  );
  expect(rows).toEqual(['2026-11-20,6,4,540,3,0,0,0,0,2,0,0,1', '2026-11-21,1,0,0,0,0,0,0,0,0,0,1,0']);
  for (const row of rows) {
    const [plays, , , ...sources] = row.split(',').slice(1).map(Number);
    expect(sources.reduce((sum, part) => sum + part, 0)).toBe(plays);
  }
});

import { TutorialAudience } from '@marquee/contracts/film/v1/tutorials_pb';
import { aFilmCard, aPerson } from '@marquee/testing/contract-messages';
import { screen, within } from '@testing-library/react';
import * as route from '../../routes/editorial/tutorials.tsx';
import { openRoute } from '../../testing/open-route.tsx';

test('the tutorials of each audience stand under its name, and an empty list says so [FLM-12]', async () => {
  const salt = aFilmCard({ id: 'f1', filmTitle: 'How to submit' });
  const lists = [
    { audience: TutorialAudience.ORGANIZATION_DIRECTORS, films: [salt] },
    { audience: TutorialAudience.MOVIE_LOVERS, films: [] },
  ];
  const answers = { listTutorials: () => ({ lists }) };
  await openRoute(route, '/tutorials', { path: '/tutorials', viewer: aPerson(), answers });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Tutorials');
  const directors = within(screen.getByRole('region', { name: 'Organization Directors' }));
  expect(directors.getByRole('link', { name: /How to submit/ }).getAttribute('href')).toBe('/feed/f1');
  const lovers = within(screen.getByRole('region', { name: 'Movie Lovers' }));
  expect(lovers.getByText('No tutorials here yet')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Entertainment Pros' })).toBeNull();
});

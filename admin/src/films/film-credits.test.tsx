import { CreditConfirmation } from '@marquee/contracts/film/v1/film_pb';
import { failing, inTurn } from '@marquee/testing/answer-calls';
import { aCrewEntry, aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { press, showFilm } from '../testing/show.tsx';

const cells = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent))
    .filter((row) => row.length > 0);

test('credits say who is named, as what, and what they answered [ADF-02:credits]', async () => {
  const named = aCrewEntry({ id: 'c1', credit: 'Directed by', firstName: 'Ada', lastName: 'Okafor', role: '' });
  const crew = [
    { ...named, personId: 'p1', confirmation: CreditConfirmation.CONFIRMED },
    { ...named, id: 'c2', credit: 'Cast', role: 'The ferryman', personId: '', invited: true, confirmation: 0 },
    { ...named, id: 'c3', personId: '', invited: false, confirmation: CreditConfirmation.DECLINED },
  ];
  await showFilm({ listCrew: () => ({ crew }) }, aStudioFilm(), 'credits');
  expect(await cells('Credits')).toEqual([
    ['Directed by', 'Ada Okafor', '–', 'Confirmed'],
    ['Cast', 'Ada Okafor', 'The ferryman', 'Invited'],
    ['Directed by', 'Ada Okafor', '–', 'Declined'],
  ]);
  // Only who has an account has a page.
  expect(screen.getAllByRole('link', { name: 'Ada Okafor' })).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Ada Okafor' }).getAttribute('href')).toContain('/users/p1');
});

test('credits are searched, and have an empty and an error state [ADF-02:credits]', async () => {
  const listCrew = inTurn<[], object>(failing, () => ({ crew: [] }));
  const { sent } = await showFilm({ listCrew }, aStudioFilm(), 'credits');
  expect(await screen.findByText('Failed to load credits')).toBeTruthy();
  await press('Try again');
  expect(await screen.findByText('No cast and crew listed yet')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Search credits'), { target: { value: ' ada ' } });
  expect(await screen.findByText('No one matches your search')).toBeTruthy();
  await waitFor(() => expect(sent('listCrew').at(-1)).toMatchObject({ filmId: FILM_ID, query: 'ada', pageSize: 50 }));
});

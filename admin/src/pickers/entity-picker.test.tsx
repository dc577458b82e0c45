import { ArrayItemType } from '@marquee/contracts/marketing/v1/settings_pb';
import { SETTING_MESSAGES } from '@marquee/rules/settings';
import { type Answers, failing } from '@marquee/testing/answer-calls';
import { aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { doing, later, press, show } from '../testing/show.tsx';
import { AccountPicker } from './account-picker.tsx';
import { EntityName, EntityPicker } from './entity-picker.tsx';

const people = [
  { id: 'u1', firstName: 'Inês', lastName: 'Carvalho' },
  { id: 'u2', firstName: '', lastName: '' },
  { id: 'u3', firstName: 'Bo', lastName: 'Lind' },
];

async function open(type: ArrayItemType, answers: Answers, taken: string[] = []) {
  const picked: string[] = [];
  const element = <EntityPicker type={type} taken={taken} onPick={(id) => picked.push(id)} />;
  const { sent } = await show('/picker', answers, [{ path: 'picker', element }]);
  const field = screen.getByRole<HTMLInputElement>('combobox');
  const enter = (value: string) => doing(() => fireEvent.change(field, { target: { value } }));
  return { sent, picked, field, type: enter };
}

test('people are found by two letters or more, and nobody is offered twice', async () => {
  const { sent, picked, field, type } = await open(ArrayItemType.USER, { searchPeople: () => ({ people }) }, ['u3']);
  expect(screen.getByLabelText('Add a user')).toBe(field);
  await type('I');
  await type(' In ');
  await screen.findByRole('option', { name: 'Inês Carvalho' });
  expect(sent('searchPeople')).toMatchObject([{ query: 'In', pageSize: 20 }]);
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Inês Carvalho', 'u2']);
  await press('Inês Carvalho', 'option');
  expect([picked, field.value]).toEqual([['u1'], '']);
});

test('two people of one name are shown with their ids, of which staff know the right one', async () => {
  const namesake = { id: 'u4', firstName: 'Inês', lastName: 'Carvalho' };
  const { type } = await open(ArrayItemType.USER, { searchPeople: () => ({ people: [...people, namesake] }) });
  await type('In');
  await screen.findByRole('option', { name: 'Bo Lind' });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    ...['Inês Carvalhou1', 'u2', 'Bo Lind', 'Inês Carvalhou4'],
  ]);
});

test('films are found by a letter', async () => {
  const { sent, picked, type } = await open(ArrayItemType.FILM, {
    listAllFilms: () => ({ films: [aStudioFilm(), {}] }),
  });
  expect(screen.getByLabelText('Add a film')).toBeTruthy();
  expect(sent('listAllFilms')).toEqual([]);
  await type('S');
  await press('Salt', 'option');
  expect(sent('listAllFilms')).toMatchObject([{ query: 'S', pageSize: 20 }]);
  expect([picked, sent('searchPeople')]).toEqual([[FILM_ID], []]);
});

test('nothing found and nothing loaded are said apart', async () => {
  const found = await open(ArrayItemType.USER, { searchPeople: () => ({}) });
  await found.type('Ines');
  expect(await screen.findByText('Nothing more matches your search')).toBeTruthy();
  const failed = await open(ArrayItemType.USER, { searchPeople: failing });
  await failed.type('Ines');
  expect(await screen.findByText(SETTING_MESSAGES.failedToLoad)).toBeTruthy();
});

test('while it is searched nothing is said yet', async () => {
  const searching = later<object>();
  const { field, type } = await open(ArrayItemType.USER, { searchPeople: searching.answer });
  await type('Ines');
  await waitFor(() => expect(document.querySelector('.mantine-Loader-root')).toBeTruthy());
  expect(field.getAttribute('aria-expanded')).not.toBeNull();
  await searching.resolve({ people });
  await screen.findByRole('option', { name: 'Bo Lind' });
  expect(document.querySelector('.mantine-Loader-root')).toBeNull();
});

test.each([
  [ArrayItemType.USER, SETTING_MESSAGES.selectUser],
  [ArrayItemType.FILM, SETTING_MESSAGES.selectFilm],
])('what is typed alone adds nothing, and is said so when the field is left: %s', async (kind, message) => {
  const { field, type, picked } = await open(kind, { searchPeople: () => ({}), listAllFilms: () => ({}) });
  await doing(() => fireEvent.blur(field));
  expect(screen.queryByText(message)).toBeNull();
  await type('Salt');
  await doing(() => fireEvent.blur(field));
  expect(screen.getByText(message)).toBeTruthy();
  await type('Salty');
  expect(screen.queryByText(message)).toBeNull();
  expect(picked).toEqual([]);
});

function Chosen() {
  const [accountId, setAccountId] = useState('u1');
  return <AccountPicker label="Whose" accountId={accountId} taken={[]} onChange={setAccountId} />;
}

test('an account that was chosen is named, and another one can be', async () => {
  await show('/picker', { getProfile: () => ({ profile: people[0] }) }, [{ path: 'picker', element: <Chosen /> }]);
  expect(await screen.findByText('Inês Carvalho')).toBeTruthy();
  await press('Choose somebody else');
  expect(screen.getByLabelText('Whose')).toBeTruthy();
});

test.each([
  [ArrayItemType.USER, { getProfile: () => ({ profile: people[0] }) }, 'Inês Carvalho'],
  [ArrayItemType.USER, { getProfile: () => ({ profile: people[1] }) }, 'x1'],
  [ArrayItemType.USER, { getProfile: failing }, 'x1'],
  [ArrayItemType.FILM, { getAnyFilm: () => ({ film: aStudioFilm() }) }, 'Salt'],
  [ArrayItemType.FILM, { getAnyFilm: failing }, 'x1'],
])('an id of %s is named as its owner says, or stays: %#', async (type, answers: Answers, name) => {
  const element = <EntityName type={type} id="x1" />;
  const { sent } = await show('/picker', answers, [{ path: 'picker', element }]);
  const asked = type === ArrayItemType.USER ? 'getProfile' : 'getAnyFilm';
  await waitFor(() => expect(sent(asked)).toHaveLength(1));
  expect(await screen.findByText(name)).toBeTruthy();
  expect(sent(asked === 'getProfile' ? 'getAnyFilm' : 'getProfile')).toEqual([]);
});

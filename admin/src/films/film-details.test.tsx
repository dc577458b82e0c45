import { Code } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import {
  AssetKind,
  DrmEncodingStatus,
  LicenseAgreementStatus,
  ListingStatus,
  ProjectType,
} from '@marquee/contracts/film/v1/film_pb';
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { closed, doing, factsIn, later, press, show, showFilm } from '../testing/show.tsx';

afterEach(() => void jest.restoreAllMocks());

const draft = () => aStudioFilm({ published: false, isApproved: false, distribution: undefined });
const toggle = async (name: string) => (await screen.findByRole('switch', { name })) as HTMLInputElement;

/** The details of the film, by their label. */
async function details(): Promise<Record<string, string>> {
  return factsIn(await screen.findByRole('table', { name: 'Details' }));
}

test('the details are what the record holds, in words [ADF-02:details]', async () => {
  const about = { isStudentFilm: true, hasSubtitles: true, hasAudioDescription: true, festivalName: 'Porto Shorts' };
  const film = aStudioFilm(
    { languages: ['pt', 'en'], userRating: 4.25, ratingCount: 8, isFree: false, usdCost: 499n, ...about },
    {
      ...{ selfDistribute: true, licenseAgreementStatus: LicenseAgreementStatus.ACCEPTED },
      drmEncodingStatus: DrmEncodingStatus.COMPLETED,
      allowedLocations: [{ country: 'PT' }, { country: 'ES', region: 'Galicia' }],
      blockedLocations: [{ country: 'PT', city: 'Porto' }],
    },
  );
  await showFilm({ getAnyFilm: () => ({ film, updatedBy: 's1', updatedByName: 'Grace Hopper' }) });
  expect(await details()).toEqual({
    ...{ Title: 'Salt', 'Log line': 'A ferryman waits.', Status: 'APPROVED', Missing: '–', Maker: 'Inês Carvalho' },
    ...{ 'Release type': 'On Demand', 'Project type': 'Feature film', 'Release date': 'Nov 01, 2026' },
    ...{ Length: '1 h 32 min', 'Age rating': 'PG', Genres: 'Drama', Country: 'Portugal' },
    ...{ Languages: 'Portuguese, English', Price: '$4.99', 'Viewers’ rating': '4.3 from 8' },
    ...{
      Subtitles: 'Yes',
      'Audio description': 'Yes',
      'Student film': 'Yes',
      'First film of its maker': 'No',
      Resolution: '1080p',
    },
    ...{ Festival: 'Porto Shorts', 'Distributed by its maker': 'Yes', 'Licence agreement': 'ACCEPTED' },
    ...{ Protection: 'COMPLETED', 'Only in': 'Portugal; Galicia, Spain', 'Not in': 'Porto, Portugal' },
    ...{ Added: 'Nov 05, 2026', Changed: 'Nov 05, 2026 by Grace Hopper' },
  });
  expect(screen.getByRole('link', { name: 'Grace Hopper' }).getAttribute('href')).toContain('/users/s1');
});

test('what is not there is a dash, and what is missing is said in words [STU-01:missing]', async () => {
  const empty = { logLine: '', releaseDate: '', country: '', language: '', genres: [], rating: '', runningTime: 0 };
  const missing = { missingAssets: [AssetKind.POSTER_IMAGE, AssetKind.FILM_VIDEO], missingFields: ['logLine', 'x'] };
  await showFilm(
    {},
    aStudioFilm(
      { ...empty, createdAt: undefined, projectType: ProjectType.UNSPECIFIED },
      { ...missing, creatorName: '', status: ListingStatus.MISSING_ASSETS },
    ),
  );
  const shown = await details();
  expect(shown.Missing).toBe('Poster image, Film video, Log line, x');
  expect(shown.Status).toBe('Missing assets');
  expect(shown.Price).toBe('Free');
  for (const label of [
    'Log line',
    'Release date',
    'Country',
    'Languages',
    'Genres',
    'Age rating',
    'Length',
    'Maker',
    'Added',
    'Viewers’ rating',
    'Festival',
    'Not in',
  ]) {
    expect([label, shown[label]]).toEqual([label, '–']);
  }
});

const SWITCHES = [
  ['Approved', 'setFilmFlags', 'isApproved', 'Failed to toggle approval'],
  ['Published', 'setFilmFlags', 'published', 'Failed to toggle publish status'],
  ['Festival winner', 'setFilmFlags', 'isFestivalWinner', 'Failed to toggle festival winner'],
  ['Website', 'setFilmDistribution', 'website', 'Failed to toggle available'],
  ['Mobile', 'setFilmDistribution', 'mobile', 'Failed to toggle available'],
  ['TV', 'setFilmDistribution', 'tv', 'Failed to toggle available'],
] as const;
const FIELDS = ['isApproved', 'published', 'isFestivalWinner', 'website', 'mobile', 'tv'];

test.each(SWITCHES)(
  'the switch %s is set alone by %s, and shows what the server answers [ADF-03]',
  async (name, method, field) => {
    const answer = later<object>();
    const { sent } = await showFilm({ [method]: answer.answer }, draft());
    const element = await toggle(name);
    expect(element.checked).toBe(false);
    await doing(() => fireEvent.click(element));
    expect(element.disabled).toBe(true);
    const [request] = sent(method);
    expect(request).toMatchObject({
      filmId: FILM_ID,
      [field]: true,
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(FIELDS.filter((other) => other in (request ?? {}))).toEqual([field]);
    const changed = aStudioFilm({
      published: false,
      isApproved: false,
      distribution: { [field]: true },
      [field]: true,
    });
    await answer.resolve({ film: changed });
    await waitFor(() => expect(element.checked).toBe(true));
    for (const [other] of SWITCHES) expect((await toggle(other)).checked).toBe(other === name);
    expect(element.disabled).toBe(false);
  },
);

test.each(SWITCHES)('the switch %s is turned off as well [ADF-03]', async (name, method, field) => {
  const { sent } = await showFilm({ [method]: () => ({ film: draft() }) }, aStudioFilm({ isFestivalWinner: true }));
  const element = await toggle(name);
  expect(element.checked).toBe(true);
  await doing(() => fireEvent.click(element));
  await waitFor(() => expect(element.checked).toBe(false));
  expect(sent(method)[0]).toMatchObject({ [field]: false });
});

test.each(SWITCHES)(
  'the switch %s that failed says so, with the reason, and stays as it was [ADF-03]',
  async (name, method, _field, text) => {
    const message = 'This film is not complete yet.';
    const { sent } = await showFilm({ [method]: refusing(Code.FailedPrecondition, { message }) }, draft());
    const element = await toggle(name);
    await doing(() => fireEvent.click(element));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
    expect(element.checked).toBe(false);
    expect(element.disabled).toBe(false);

    // The same request again is the same intent.
    await doing(() => fireEvent.click(element));
    await waitFor(() => expect(sent(method)).toHaveLength(2));
    const [first, second] = sent(method);
    expect(first?.requestId).toMatch(/^[\da-f-]{36}$/);
    expect(second?.requestId).toBe(first?.requestId);
  },
);

test('staff trust a maker: their next films need no approval [STU-01:setting]', async () => {
  const { sent } = await showFilm({ setMakerAutoApproval: ({ autoApproved }) => ({ autoApproved }) });
  expect(await screen.findByText('Films of Inês Carvalho')).toBeTruthy();
  const element = await toggle('Needs no approval');
  await doing(() => fireEvent.click(element));
  await waitFor(() => expect(element.checked).toBe(true));
  expect(sent('setMakerAutoApproval')).toEqual([expect.objectContaining({ filmId: FILM_ID, autoApproved: true })]);
  expect((await toggle('Published')).checked).toBe(true);
});

test('trust that could not be set says so', async () => {
  const getAnyFilm = () => ({ film: aStudioFilm({}, { creatorName: '' }), makerAutoApproved: true });
  await showFilm({ setMakerAutoApproval: failing, getAnyFilm });
  expect(await screen.findByText('Films of this maker')).toBeTruthy();
  const element = await toggle('Needs no approval');
  await doing(() => fireEvent.click(element));
  expect(await screen.findByText('Failed to toggle approval on publishing')).toBeTruthy();
  expect(element.checked).toBe(true);
});

const VALUES = [
  ['Title', 'filmTitle', 'Salt', 120],
  ['Log line', 'logLine', 'A ferryman waits.', 500],
] as const;

async function edit(label: string, value: string) {
  await press(`Edit ${label.toLowerCase()}`);
  const dialog = await screen.findByRole('dialog', { name: `Edit ${label.toLowerCase()}` });
  const field = within(dialog).getByLabelText(label) as HTMLInputElement;
  const before = field.value;
  await doing(() => fireEvent.change(field, { target: { value } }));
  await doing(() => fireEvent.submit(field.form as HTMLFormElement));
  return { dialog, field, before };
}
test.each(VALUES)(
  'an empty or unchanged value of %s means no save, and closes the dialog [ADU-09:empty]',
  async (label, _field, now, max) => {
    const { sent } = await showFilm({ updateFilm: () => ({ film: aStudioFilm() }) });
    for (const value of ['', '   ', now]) {
      const { field } = await edit(label, value);
      expect(field.maxLength).toBe(max);
      await closed();
    }
    expect(sent('updateFilm')).toEqual([]);
  },
);

test.each(VALUES)('a value of %s is saved alone, trimmed, and shown as the server answers', async (label, field) => {
  const answer = later<object>();
  const { sent } = await showFilm({ updateFilm: answer.answer });
  const { dialog, before } = await edit(label, '  Light  ');
  expect(before).not.toBe('');
  expect(within(dialog).getByRole('button', { name: 'Save' }).getAttribute('data-loading')).toBe('true');
  const { $typeName: _type, requestId: _id, expectedVersion: _version, ...changed } = sent('updateFilm')[0] ?? {};
  expect(changed).toEqual({ filmId: FILM_ID, [field]: 'Light' });
  await answer.resolve({ film: aStudioFilm({ [field]: 'Light, as kept' }) });
  await closed();
  expect((await details())[label]).toBe('Light, as kept');
});

test.each([
  [failing, 'Failed to save. Please try again later.'],
  [
    refusing(Code.InvalidArgument, { message: 'A title has at most 120 characters.' }),
    'A title has at most 120 characters.',
  ],
])(
  'a value that was not saved stays in the dialog with the reason; opened again it is as it was',
  async (updateFilm, message) => {
    await showFilm({ updateFilm });
    const { dialog, field } = await edit('Title', 'Light');
    expect(await within(dialog).findByText(message)).toBeTruthy();
    expect(field.value).toBe('Light');
    await doing(() => fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' })));
    await closed();
    await press('Edit title');
    const again = await screen.findByRole('dialog', { name: 'Edit title' });
    expect((within(again).getByLabelText('Title') as HTMLInputElement).value).toBe('Salt');
    expect(within(again).queryByText(message)).toBeNull();
  },
);

test('the reason goes while a value is saved again', async () => {
  const answer = later<object>();
  let fails = true;
  await showFilm({ updateFilm: () => (fails ? failing() : answer.answer()) });
  const { dialog, field } = await edit('Title', 'Light');
  const message = 'Failed to save. Please try again later.';
  expect(await within(dialog).findByText(message)).toBeTruthy();
  fails = false;
  await doing(() => fireEvent.submit(field.form as HTMLFormElement));
  expect(within(dialog).queryByText(message)).toBeNull();
  await answer.resolve({ film: aStudioFilm() });
  await closed();
});

test('after a change the list of films is loaded again, and only then', async () => {
  // What is shown stays fresh for seconds, which a busy machine may need for this test.
  jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  const film = aStudioFilm();
  const answers = { listAllFilms: () => ({ films: [film] }), getAnyFilm: () => ({ film }) };
  const { sent, back } = await show('/content', { ...answers, setFilmFlags: () => ({ film: draft() }) });
  await press('Salt', 'link');
  await toggle('Published');
  await back();
  await press('Salt', 'link');
  expect(sent('listAllFilms')).toHaveLength(1);
  const published = await toggle('Published');
  await doing(() => fireEvent.click(published));
  await waitFor(() => expect(published.checked).toBe(false));
  await back();
  await waitFor(() => expect(sent('listAllFilms')).toHaveLength(2));
});

describe('the owner [ADF-04]', () => {
  const id = '0190a1f0-0000-7000-8000-00000000aaaa';
  const person = { id, firstName: 'Ada', lastName: 'Okafor' };
  const open = async (answers: Answers) => {
    const shown = await showFilm({
      searchPeople: () => ({ people: [person] }),
      getProfile: () => ({ profile: person }),
      ...answers,
    });
    await press('Change the owner');
    return shown;
  };
  const choose = async () => {
    fireEvent.change(await screen.findByRole('combobox', { name: 'New owner' }), { target: { value: 'ada' } });
    fireEvent.click(await screen.findByRole('option', { name: 'Ada Okafor' }));
    fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'Sold the rights' } });
  };
  const confirm = () => fireEvent.submit(screen.getByLabelText(/^Reason/).closest('form') as HTMLFormElement);

  test('is changed to somebody who is picked, with a reason', async () => {
    const film = aStudioFilm({ version: 7n });
    const { sent } = await open({
      getAnyFilm: () => ({ film }),
      changeFilmOwner: () => ({ film: aStudioFilm({ createdBy: id }, { creatorName: 'Ada Okafor' }) }),
    });
    await choose();
    confirm();
    await closed();
    const asked = { filmId: FILM_ID, ownerId: id, reason: 'Sold the rights', expectedVersion: 7n };
    expect(sent('changeFilmOwner')).toMatchObject([asked]);
    expect((await details()).Maker).toBe('Ada Okafor');
  });

  test('is not changed without a person and a reason', async () => {
    const { sent } = await open({});
    confirm();
    expect((await screen.findByRole('alert')).textContent).toBe('Please select a User');
    await choose();
    fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'x' } });
    confirm();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('A reason has 2 to 200 characters.'));
    expect(sent('changeFilmOwner')).toEqual([]);
  });

  test('a refusal says so, and what was chosen stays', async () => {
    await open({ changeFilmOwner: refusing(Code.NotFound, { message: 'User Not Found' }) });
    await choose();
    confirm();
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to change owner of film: User Not Found');
    expect((screen.getByLabelText(/^Reason/) as HTMLInputElement).value).toBe('Sold the rights');
  });
});

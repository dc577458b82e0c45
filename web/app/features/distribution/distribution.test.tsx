import { LicenseAgreementStatus } from '@marquee/contracts/film/v1/film_pb';
import { type Answers, failing } from '@marquee/testing/answer-calls';
import { aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { dialogGone, doing, press, seeToast, showPage } from '../../testing/show-page.tsx';
import { Distribution } from './distribution.tsx';

const PORTUGAL = { country: 'PT', region: '', city: '' };
type Entry = Parameters<typeof aStudioFilm>[1];
const open = (entry: Entry = {}, answers: Answers = { updateFilm: () => ({}) }) =>
  showPage(<Distribution entry={aStudioFilm({}, entry)} />, { answers, loader: () => null });

const list = (name: string) => within(screen.getByRole('region', { name }));
async function addPlace(name: string, country: string, region = '') {
  await doing(() => fireEvent.click(list(name).getByRole('button', { name: 'Add a place' })));
  await press('Show Country');
  await press(country, 'option');
  fireEvent.change(screen.getByLabelText(/^Region/), { target: { value: region } });
  await press('Add the place');
}

test('a maker limits the film to a place, and keeps it from another [STU-08:locations]', async () => {
  const { sent } = await open({ blockedLocations: [{ country: 'ES', region: 'Galicia', city: '' }] });
  expect(list('Not here').getByText('Galicia, Spain')).toBeTruthy();
  await addPlace('Only here', 'Portugal');
  await waitFor(() => expect(sent('updateFilm')).toHaveLength(1));
  expect(sent('updateFilm')[0]).toMatchObject({ filmId: FILM_ID, allowedLocations: { values: [PORTUGAL] } });
  await dialogGone();
  await addPlace('Not here', 'Spain', 'galicia');
  expect(await screen.findByText('This place is in the list already.')).toBeTruthy();
  expect(sent('updateFilm')).toHaveLength(1);
});

test('a place is removed at once, and comes back with Undo', async () => {
  const { sent } = await open({ allowedLocations: [PORTUGAL] });
  await press('Remove Portugal');
  await seeToast('Saved');
  await press('Undo');
  await waitFor(() =>
    expect(sent('updateFilm')).toMatchObject([
      { allowedLocations: { values: [] } },
      { allowedLocations: { values: [PORTUGAL] } },
    ]),
  );
});

test('a place needs a country', async () => {
  const { sent } = await open();
  expect(screen.getByText('This film can be watched everywhere.')).toBeTruthy();
  await doing(() => fireEvent.click(list('Only here').getByRole('button', { name: 'Add a place' })));
  await press('Add the place');
  expect(await screen.findByText('Please choose a country.')).toBeTruthy();
  expect(sent('updateFilm')).toEqual([]);
});

test('a failure says so, and what was chosen stays', async () => {
  await open({}, { updateFilm: failing });
  await addPlace('Only here', 'Portugal', 'Lisboa');
  await seeToast('We failed to save your changes');
  expect((screen.getByRole('combobox', { name: 'Country' }) as HTMLInputElement).value).toBe('Portugal');
  expect((screen.getByLabelText(/^Region/) as HTMLInputElement).value).toBe('Lisboa');
});

test('channels are switched one by one [STU-08:channels]', async () => {
  const { sent } = await open();
  await doing(() => fireEvent.click(screen.getByRole('switch', { name: /^TV/ })));
  const [request] = sent('updateFilm');
  const { distribution } = aStudioFilm({}).film ?? {};
  expect(request).toMatchObject({ distribution: { ...pick(distribution), tv: !distribution?.tv } });
});

test('the licence agreement is accepted once [STU-08:licence]', async () => {
  const { sent } = await open();
  const box = screen.getByRole('checkbox', { name: /^I accept the licence agreement/ });
  await doing(() => fireEvent.click(box));
  expect(sent('updateFilm')).toMatchObject([{ licenseAgreementStatus: LicenseAgreementStatus.ACCEPTED }]);
  await open({ licenseAgreementStatus: LicenseAgreementStatus.ACCEPTED });
  expect(screen.getByRole('checkbox')).toMatchObject({ checked: true, disabled: true });
});

const pick = (channels: { website: boolean; mobile: boolean; tv: boolean } | undefined) => ({
  website: channels?.website ?? false,
  mobile: channels?.mobile ?? false,
  tv: channels?.tv ?? false,
});

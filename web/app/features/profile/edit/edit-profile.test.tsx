import { Code } from '@connectrpc/connect';
import {
  AccountType,
  AvailabilityKind,
  ConsumerType,
  ProfileVisibility,
} from '@marquee/contracts/identity/v1/account_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import fr from '../../../language/generated/fr.json' with { type: 'json' };
import type { Messages } from '../../../language/plain-message.ts';
import { learn, speak } from '../../../language/words.ts';
import * as editRoute from '../../../routes/profile/edit.tsx';
import * as screenRoute from '../../../routes/profile/edit-screen.tsx';
import { openRoute, sentTo } from '../../../testing/open-route.tsx';
import { address, choose, doing, later, press, seeToast, showPage, type } from '../../../testing/show-page.tsx';
import { editFields } from './edit-fields.ts';
import { EditPart } from './edit-profile.tsx';
import { EDIT_SCREENS } from './edit-screens.tsx';

const ada = aPerson({
  ...{ consumerType: ConsumerType.ENTERTAINMENT_PRO, type: AccountType.INDIVIDUAL, talents: ['Actor'] },
  ...{ bio: 'Before.', city: 'Lisbon', country: 'PT', union: 'Equity', profileVisibility: ProfileVisibility.PUBLIC },
  socialLinks: [{ label: 'IMDb', url: 'imdb.com/name/nm1' }],
});
const SAVED = { updateProfile: () => ({ user: ada }) };

/** One edit screen of Ada's. */
function edit(screenName: string, answers: Answers = SAVED, user = ada) {
  const found = EDIT_SCREENS[screenName];
  if (!found) throw new Error(`there is no screen ${screenName}`);
  return showPage(<EditPart screen={found} fields={editFields(user)} />, {
    ...{ at: `/profile/edit/${screenName}`, viewer: user, answers },
  });
}
const saveButton = () => screen.getByText('Save').closest('button') as HTMLButtonElement;
const save = () => doing(() => fireEvent.click(saveButton()));
const typedIn = (label: string | RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value;

beforeEach(() => sessionStorage.clear());
afterEach(() => speak('en'));

test('the edit page leads to each part with what it holds [PRO-05:screens]', async () => {
  await openRoute(editRoute, '/profile/edit', {
    ...{ path: '/profile/edit', viewer: ada, answers: { getCurrentUser: () => ({ user: ada }) } },
  });
  const rows = screen.getAllByRole('listitem').filter((item) => item.querySelector('a[href^="/profile/edit/"]'));
  expect(rows.map((row) => [row.querySelector('a')?.getAttribute('href'), row.textContent])).toEqual([
    ['/profile/edit/picture', 'Profile pictureNot given'],
    ['/profile/edit/gallery', 'GalleryNot given'],
    ['/profile/edit/name', 'Full nameAda Lovelace'],
    ['/profile/edit/talents', 'TalentsActor'],
    ['/profile/edit/bio', 'About meBefore.'],
    ['/profile/edit/location', 'LocationLisbon, Portugal'],
    ['/profile/edit/availability', 'AvailabilityNot given'],
    ['/profile/edit/union', 'UnionEquity'],
    ['/profile/edit/showcase', 'Showcase linksIMDb'],
    ['/profile/edit/social-media', 'Social mediaNot given'],
    ['/profile/edit/visibility', 'Who finds your profileEverybody'],
    ['/profile/edit/favourites', 'Favourite filmsThe four films that say most about you'],
    ['/profile/edit/connections', 'ConnectionsWhom you know, and who asks you'],
    ['/profile/edit/profile-views', 'Profile viewsWho looked at your profile'],
  ]);
});

test('a Movie Lover has no talents to edit; a part that does not exist is not found', async () => {
  const lover = aPerson();
  const answers = { getCurrentUser: () => ({ user: lover }) };
  for (const name of ['talents', 'nothing', 'toString']) {
    const path = '/profile/edit/:screen';
    await openRoute(screenRoute, `/profile/edit/${name}`, { path, viewer: lover, answers });
    expect(screen.getByRole('heading', { name: 'We could not find this page.' })).toBeTruthy();
  }
});

test('who has not finished onboarding does that first; who has no account any more signs in', async () => {
  const path = '/profile/edit';
  await openRoute(editRoute, path, { path, viewer: aPerson({ isOnboarding: true }) });
  expect(sentTo()).toBe('/onboarding');
  await openRoute(editRoute, path, { path, viewer: ada, answers: { getCurrentUser: () => ({}) } });
  expect(sentTo()).toBe('/sign-in?returnTo=%2Fprofile%2Fedit');
});

test('days are edited as booked or available, as they were given', () => {
  const days = { firstDay: '2026-12-01', lastDay: '2026-12-02', note: '' };
  const { AVAILABLE, BOOKED } = AvailabilityKind;
  const person = aPerson({ availability: [AVAILABLE, BOOKED].map((kind) => ({ kind, ...days })) });
  expect(editFields(person).availability.map(({ kind }) => kind)).toEqual(['AVAILABLE', 'BOOKED']);
});

test('a visitor signs in before editing', async () => {
  await openRoute(editRoute, '/profile/edit', { path: '/profile/edit' });
  expect(sentTo()).toBe('/sign-in?returnTo=%2Fprofile%2Fedit');
});

test('a change is being saved, is saved, and can be taken back [PRO-13]', async () => {
  const answer = later<object>();
  const { sent } = await edit('bio', {
    updateProfile: inTurn<unknown[], object>(answer.answer, () => ({ user: ada })),
  });
  await type('About me (optional)', 'After.');
  await save();
  expect(screen.getByText('Saving your changes...')).toBeTruthy();
  await save();
  expect(sent('updateProfile')).toHaveLength(1);
  await answer.resolve({ user: ada });
  await seeToast('Updated successfully');
  // The screen closes half a second later [PRO-14].
  expect(address()).toBe('/profile/edit/bio');
  await waitFor(() => expect(address()).toBe('/profile/edit'));
  await press('Undo');
  await waitFor(() => expect(sent('updateProfile').map(({ bio }) => bio)).toEqual(['After.', 'Before.']));
  expect(sessionStorage.length).toBe(0);
});

test('a change that failed says so, stays typed, and can be saved again [PRO-13]', async () => {
  const { sent } = await edit('bio', { updateProfile: inTurn(failing, () => ({ user: ada })) });
  await type('About me (optional)', 'After.');
  await save();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('We failed to save your changes');
  expect(alert.textContent).toContain("We're sorry! Please try again later.");
  expect(typedIn('About me (optional)')).toBe('After.');
  await save();
  await waitFor(() => expect(sent('updateProfile')).toHaveLength(2));
});

test('a change that failed is reported in the language of the page [PRO-13 SET-07]', async () => {
  learn('fr', fr as unknown as Messages);
  speak('fr');
  await edit('bio', { updateProfile: failing });
  await type('À propos de moi (facultatif)', 'Après.');
  await press('Enregistrer');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Nous n’avons pas réussi à enregistrer/);
});

test('what was typed and not saved is there again after a reload; cancelling drops it', async () => {
  await edit('bio', { updateProfile: failing });
  await type('About me (optional)', 'Half a th');
  await edit('bio');
  await waitFor(() => expect(typedIn('About me (optional)')).toBe('Half a th'));
  await press('Cancel', 'link');
  await edit('bio');
  expect(typedIn('About me (optional)')).toBe('Before.');
});

test('an undo that failed says so [PRO-13]', async () => {
  await edit('union', { updateProfile: inTurn<unknown[], object>(() => ({ user: ada }), failing) });
  await type(/^Union or guild/, 'SAG-AFTRA');
  await save();
  await seeToast('Updated successfully');
  await press('Undo');
  expect(await seeToast('We failed to save your changes')).toBeTruthy();
});

test.each([
  [{ 'First name': '' }, 'Please let us know your first name'],
  [{ 'Last name': ' ' }, 'Please let us know your last name'],
  [{ 'First name': 'Ada 2' }, 'Please provide your full first name'],
  [{ 'Last name': 'x'.repeat(21) }, 'Please provide your full last name'],
])('names are letters and spaces, at most 20: %j [PRO-08]', async (values, message) => {
  const { sent } = await edit('name');
  for (const [label, value] of Object.entries(values)) await type(label, value);
  await save();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(sent('updateProfile')).toEqual([]);
});

test.each([
  ['firstName', 'Invalid first name: Please provide your legal first name'],
  ['lastName', 'Invalid last name: Please provide your legal last name'],
])('a name that is refused on save says so [PRO-08]', async (field, text) => {
  const message = text.slice(text.indexOf(':') + 2);
  await edit('name', { updateProfile: refusing(Code.InvalidArgument, { fields: [{ field, message }] }) });
  await type('First name', 'Eve');
  await save();
  expect((await screen.findByRole('alert')).textContent).toBe(text);
});

test('names are trimmed and sent together [PRO-08]', async () => {
  const { sent } = await edit('name');
  await type('First name', '  Ada   Maria ');
  await save();
  await waitFor(() =>
    expect(sent('updateProfile')).toEqual([expect.objectContaining({ firstName: 'Ada Maria', lastName: 'Lovelace' })]),
  );
});

test('the location is a country of the list, with city and state of at most 30 characters [PRO-09]', async () => {
  const { sent } = await edit('location');
  await type(/^City/, 'x'.repeat(31));
  await save();
  expect(await screen.findByText('Please enter at most 30 characters.')).toBeTruthy();
  await type(/^City/, 'Madrid');
  await choose('Country', 'Spain');
  await save();
  await waitFor(() =>
    expect(sent('updateProfile')).toEqual([expect.objectContaining({ country: 'ES', city: 'Madrid', state: '' })]),
  );
});

test('a bio over 180 characters is not sent [PRO-12]', async () => {
  const { sent } = await edit('bio');
  await type('About me (optional)', 'x'.repeat(181));
  await save();
  expect(await screen.findByText('Please enter at most 180 characters.')).toBeTruthy();
  expect(screen.getByText('181 / 180')).toBeTruthy();
  expect(sent('updateProfile')).toEqual([]);
});

test.each([
  ['showcase', ['Website', 'IMDb', 'YouTube', 'Vimeo', 'SoundCloud', 'Spotify', 'iMovie', 'Apple Music']],
  ['social-media', ['Facebook', 'Instagram']],
])('the links of %s have their labels [PRO-06]', async (name, labels) => {
  await edit(name);
  expect(screen.getAllByRole('textbox').map((field) => field.closest('div')?.parentElement?.textContent)).toEqual(
    labels.map((label) => `${label} (optional)`),
  );
});

test('links are saved only while all are valid [PRO-07]', async () => {
  const { sent } = await edit('showcase');
  await waitFor(() => expect(saveButton().disabled).toBe(false));
  await type(/^Vimeo/, 'not a link');
  await waitFor(() => expect(saveButton().disabled).toBe(true));
  await doing(() => fireEvent.blur(screen.getByLabelText(/^Vimeo/)));
  expect(await screen.findByText('Please enter a valid URL')).toBeTruthy();
  await type(/^Vimeo/, 'vimeo.com/ada');
  await type(/^IMDb/, '');
  await waitFor(() => expect(saveButton().disabled).toBe(false));
  await save();
  await waitFor(() => expect(sent('updateProfile')).toHaveLength(1));
  const { socialLinks } = sent('updateProfile')[0] as { socialLinks: { label: string; url: string }[] };
  expect(socialLinks.filter(({ url }) => url).map(({ label, url }) => [label, url])).toEqual([
    ['Vimeo', 'vimeo.com/ada'],
  ]);
  expect(socialLinks.some(({ label }) => label === 'Facebook')).toBe(false);
});

test('links that failed to save say so [PRO-13]', async () => {
  await edit('social-media', { updateProfile: failing });
  await type(/^Facebook/, 'facebook.com/ada');
  await save();
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to save');
});

test('another kind of account starts without talents, and needs one [PRO-21:form]', async () => {
  const { sent } = await edit('talents');
  expect(screen.getByText('Actor')).toBeTruthy();
  await doing(() => fireEvent.click(screen.getByLabelText('Company')));
  expect(screen.queryByText('Actor')).toBeNull();
  await save();
  expect(await screen.findByText('Please select at least 1 skill.')).toBeTruthy();
  expect(sent('updateProfile')).toEqual([]);
  await choose('Your talents', 'Cinema');
  await save();
  await waitFor(() =>
    expect(sent('updateProfile')).toEqual([
      expect.objectContaining({
        type: AccountType.COMPANY,
        talents: expect.objectContaining({ talents: ['Cinema'] }),
      }),
    ]),
  );
});

test('who finds the profile is a choice of three [PRO-20:form]', async () => {
  const { sent } = await edit('visibility');
  expect(screen.getAllByRole('radio')).toHaveLength(3);
  await press(/^Only you/, 'radio');
  await save();
  await waitFor(() =>
    expect(sent('updateProfile')).toEqual([expect.objectContaining({ profileVisibility: ProfileVisibility.PRIVATE })]),
  );
});

test('periods are added, checked before they are sent, and removed by the keyboard [PRO-20:calendar]', async () => {
  const { sent } = await edit('availability');
  await press('Add a period');
  await type('First day', '2030-03-09');
  await type('Last day', '2030-03-02');
  await save();
  expect(screen.getByText('The last day comes before the first day.')).toBeTruthy();
  expect(sent('updateProfile')).toEqual([]);
  await type('Last day', '2030-03-12');
  await type(/^Note/, 'Second unit');
  await press('Add a period');
  await press('Remove period 2');
  expect(document.activeElement?.textContent).toBe('Add a period');
  await save();
  await waitFor(() => expect(sent('updateProfile')).toHaveLength(1));
  expect(sent('updateProfile')[0]).toMatchObject({
    availability: {
      periods: [{ kind: 1, firstDay: '2030-03-09', lastDay: '2030-03-12', note: 'Second unit' }],
    },
  });
});

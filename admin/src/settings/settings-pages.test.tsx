import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { Role } from '@marquee/contracts/identity/v1/account_pb';
import {
  ArrayItemType,
  SettingFactsSchema,
  SettingType,
  SettingValueSchema,
} from '@marquee/contracts/marketing/v1/settings_pb';
import { SETTING_MESSAGES } from '@marquee/rules/settings';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { closed, doing, later, press, show } from '../testing/show.tsx';
import { asStaff } from '../testing/users.ts';
import { diffOf, readable } from './value-diff.ts';

const at = timestampFromDate(new Date('2026-11-20T12:00:00Z'));
const hours = {
  ...{ key: 'free-unlock-hours', label: 'Free unlock: hours', description: 'How long.', type: SettingType.NUMBER },
  ...{ version: 2n, updatedAt: at, updatedBy: 'a1', updatedByName: 'Ada Staff' },
};
const viewers = {
  ...{ key: 'metrics-viewers', label: 'Who sees metrics', description: 'Staff.', type: SettingType.ARRAY },
  arrayItemType: ArrayItemType.USER,
};
const topics = {
  ...{ key: 'topics', label: 'Topics', description: 'Some.', type: SettingType.ARRAY, levels: 1 },
  arrayItemType: ArrayItemType.OPTION,
};
const none: Answers = { listSettingVersions: () => ({}) };
const typeIn = (label: string | RegExp, value: string) =>
  doing(() => fireEvent.change(screen.getByLabelText(label), { target: { value } }));
const setting = (facts: object, value: object = {}) => ({
  getSetting: () => ({ setting: { facts, value, rule: '' } }),
});
const items = (...names: string[]) => ({ items: names.map((name) => ({ name, label: '', children: [] })) });
const openTopics = (answers: Answers = {}, ...names: string[]) =>
  show('/settings/topics', { ...none, ...setting(topics, items(...names)), ...answers });
/** What stands in the form; a notification is an alert too. */
const problem = () => document.querySelector('form [role=alert]');
/** What a field is described as wrong by. */
function errorOf(label: string | RegExp): string | undefined {
  const field = screen.getByLabelText(label);
  if (field.getAttribute('aria-invalid') !== 'true') return undefined;
  const texts = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  return texts.map((id) => document.getElementById(id)?.textContent).find((text) => text && !text.startsWith('The '));
}
const alertText = async () => (await screen.findByRole('alert')).textContent;

test('the list shows label, key, type and who saved last; a search narrows it, in the address [ADS-01:search]', async () => {
  const page = await show('/settings', { listSettings: () => ({ settings: [hours, viewers] }) });
  await screen.findByText('Free unlock: hours');
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows[1]).toMatch(/Free unlock: hours.*free-unlock-hoursNumberNov 20, 2026 at .* by Ada Staff/);
  expect(rows[2]).toContain('metrics-viewersList of usersNever changed');
  await typeIn('Search settings', 'METRICS');
  expect(screen.queryByText('Free unlock: hours')).toBeNull();
  expect(page.address()).toBe('/settings?q=METRICS');
  await typeIn('Search settings', 'nothing');
  expect(screen.getByText('No setting matches your search')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  await typeIn('Search settings', '');
  expect(page.address()).toBe('/settings');
  expect(screen.getByRole('link', { name: 'Who sees metrics' }).getAttribute('href')).toBe('/settings/metrics-viewers');
});

const saved = { version: 2n, updatedAt: at, updatedBy: 'a1', updatedByName: 'Ada Staff' };
const arrayOf = (arrayItemType: ArrayItemType, levels = 0) => ({ type: SettingType.ARRAY, arrayItemType, levels });
const named = (name: string, label: string) => ({ items: [{ name, label, children: [] }] });

test.each([
  ['Rich text', { type: SettingType.RICHTEXT }, { text: '<p>Some words</p>' }, /Some words/],
  ['Text', { type: SettingType.TEXT }, { text: 'A line' }, 'A line'],
  ['Number', { type: SettingType.NUMBER }, { number: 24 }, '24'],
  ['Yes or no', { type: SettingType.BOOLEAN }, { flag: true }, 'true'],
  ['List of users', arrayOf(ArrayItemType.USER), named('u1', 'Ada Silva'), 'Ada Silva'],
  ['List of films', arrayOf(ArrayItemType.FILM), named('f1', 'Low Tide'), 'Low Tide'],
  ['List of options with one level of child items', arrayOf(ArrayItemType.OPTION, 1), named('One', ''), 'One'],
  ['List with 2 levels of child items', arrayOf(ArrayItemType.OTHER, 2), named('Two', ''), 'Two'],
])(
  'list and page of a setting say what it is and holds, when it was saved and by whom: %s [ADS-01]',
  async (type, kind, value, held) => {
    const facts = { key: 'some-key', label: 'Some label', description: 'What it does.', levels: 0, ...saved, ...kind };
    await show('/settings', { listSettings: () => ({ settings: [facts] }) });
    const row = (await screen.findByRole('link', { name: 'Some label' })).closest('tr');
    const listed = type.replace(/ with .*/, '');
    const when = 'Nov 20, 2026 at .* by Ada Staff';
    expect(row?.textContent).toMatch(new RegExp(`^Some labelWhat it does\\.some-key${listed}${when}$`));

    await show('/settings/some-key', { ...none, ...setting(facts, value) });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Some label');
    expect(screen.getByText(new RegExp(`^What it does\\. ${type}, some-key\\. ${when}\\.$`))).toBeTruthy();
    await waitFor(() => {
      const inputs = [...document.querySelectorAll<HTMLInputElement>('fieldset input')].map(
        ({ type, checked, value }) => (type === 'checkbox' ? String(checked) : value),
      );
      const shown = [...inputs, document.querySelector('fieldset')?.textContent];
      expect(shown).toContainEqual(typeof held === 'string' && inputs.length > 0 ? held : expect.stringMatching(held));
    });
  },
);

test('settings of every type have their name, and one whose staff has no name theirs', async () => {
  const { BOOLEAN, RICHTEXT, TEXT, ARRAY } = SettingType;
  const settings = [BOOLEAN, RICHTEXT, TEXT, ARRAY].map((type) => ({
    ...hours,
    key: `k${type}`,
    type,
    updatedByName: '',
  }));
  await show('/settings', { listSettings: () => ({ settings }) });
  await screen.findAllByText('Free unlock: hours');
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
  for (const [place, name] of ['Yes or no', 'Rich text', 'Text', 'List'].entries()) {
    expect(rows[place + 1]).toMatch(new RegExp(`k\\d${name}Nov 20, 2026 at .* by a1$`));
  }
});

test('lists and settings that could not be loaded or saved say so, and are asked for again [ADS-04]', async () => {
  await show('/settings', { listSettings: inTurn(failing, () => ({ settings: [hours] })) });
  expect(await alertText()).toContain('Failed to load settings');
  await press('Try again');
  expect(await screen.findByText('Free unlock: hours')).toBeTruthy();

  await show('/settings/free-unlock-hours', { getSetting: failing });
  expect(await alertText()).toContain('We failed to load the data');
  await show('/settings/free-unlock-hours', { ...setting(hours, { number: 24 }), listSettingVersions: failing });
  expect(await alertText()).toContain('Failed to load');
  await show('/settings/none', { getSetting: refusing(Code.NotFound, { message: 'This setting does not exist.' }) });
  expect(await screen.findByText('This setting does not exist.')).toBeTruthy();
  await show('/settings/free-unlock-hours', { ...none, ...setting(hours, { number: 24 }), saveSetting: failing });
  await screen.findByLabelText(hours.label);
  await typeIn(hours.label, '12');
  await typeIn(/^Why/, 'Shorter');
  await press('Save');
  await waitFor(async () => expect(await alertText()).toBe('Failed to save. Please try again later.'));
});

test('a value is saved with its reason and the version that was seen; a failure keeps what was typed [ADS-04:save]', async () => {
  const { sent } = await show('/settings/free-unlock-hours', {
    ...none,
    ...setting(hours, { number: 24 }),
    saveSetting: inTurn(failing, () => ({
      setting: { facts: { ...hours, version: 3n }, value: { number: 12.5 }, rule: '' },
    })),
  });
  await screen.findByLabelText(hours.label);
  expect((screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true);
  const isAskedBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect([isAskedBeforeLeaving(), screen.queryByText('Not saved yet')]).toEqual([false, null]);
  await typeIn(hours.label, '12,5');
  expect([isAskedBeforeLeaving(), screen.queryByText('Not saved yet') !== null]).toEqual([true, true]);
  await press('Save');
  expect(errorOf(/^Why/)).toBe('Please say why.');
  expect(document.activeElement).toBe(screen.getByLabelText(/^Why/));
  await typeIn(/^Why/, 'Shorter');
  await press('Save');
  await waitFor(async () => expect(await alertText()).toBe('Failed to save. Please try again later.'));
  expect((screen.getByLabelText(hours.label) as HTMLInputElement).value).toBe('12,5');
  await doing(() => screen.getByRole('button', { name: 'Save' }).focus());
  await press('Save');
  expect(await screen.findByText('The setting was saved.')).toBeTruthy();
  // The form with the button is another one now.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  // What was saved is in the history at once.
  expect(sent('listSettingVersions')).toEqual([
    expect.objectContaining({ key: hours.key, pageSize: 10 }),
    expect.objectContaining({ key: hours.key, pageSize: 10 }),
  ]);
  const [request] = sent('saveSetting').slice(-1);
  expect(request).toMatchObject({ key: hours.key, seenVersion: 2n, reason: 'Shorter', value: { number: 12.5 } });
  await waitFor(() => expect((screen.getByLabelText(hours.label) as HTMLInputElement).value).toBe('12.5'));
  expect(isAskedBeforeLeaving()).toBe(false);
  expect(problem()).toBeNull();
});

test('while a setting and its history load, they say so; a failure is asked for again [ADS-04:loading]', async () => {
  const loading = later<object>();
  const history = later<object>();
  const getSetting = inTurn<unknown[], unknown>(failing, loading.answer);
  await show('/settings/free-unlock-hours', { getSetting: getSetting as never, listSettingVersions: history.answer });
  expect(screen.queryByRole('status', { name: 'The setting is loading' })).toBeNull();
  await press('Try again');
  await loading.resolve({ setting: { facts: hours, value: { number: 24 }, rule: '' } });
  expect(await screen.findByRole('status', { name: 'The history is loading' })).toBeTruthy();
  expect(screen.queryByText(/^Nobody has changed this setting/)).toBeNull();
  await history.resolve({});
  expect(await screen.findByText(/^Nobody has changed this setting/)).toBeTruthy();
  expect(screen.queryByRole('status')).toBeNull();
  const first = later<object>();
  await show('/settings/free-unlock-hours', { ...none, getSetting: first.answer });
  expect(screen.getByRole('status', { name: 'The setting is loading' })).toBeTruthy();
});

test('a setting that is on or off is switched, and a text is typed [ADS-02]', async () => {
  const save = { saveSetting: () => ({}) };
  const flag = { ...hours, type: SettingType.BOOLEAN };
  const switched = await show('/settings/free-unlock-hours', { ...none, ...setting(flag, { flag: false }), ...save });
  await press(hours.label, 'switch');
  await typeIn(/^Why/, 'On');
  await press('Save');
  await waitFor(() => expect(switched.sent('saveSetting')).toMatchObject([{ value: { flag: true } }]));
  expect(await screen.findByText('The setting was saved.')).toBeTruthy();
  expect(problem()).toBeNull();
  const text = { ...hours, type: SettingType.TEXT };
  const typed = await show('/settings/free-unlock-hours', { ...none, ...setting(text, { text: 'Hello' }), ...save });
  await screen.findByLabelText(hours.label);
  await typeIn(hours.label, 'Welcome');
  await typeIn(/^Why/, 'Warmer');
  await press('Save');
  await waitFor(() => expect(typed.sent('saveSetting')).toMatchObject([{ value: { text: 'Welcome' } }]));
  await show('/settings/free-unlock-hours', { ...none, ...setting({ ...hours, type: SettingType.UNSPECIFIED }) });
  expect(await screen.findByText(/^This type of setting cannot be edited here/)).toBeTruthy();
});

test('a key in a child item moves that one alone [ADS-02]', async () => {
  const nested = { name: 'Two', children: [{ name: 'a' }, { name: 'b' }] };
  await show('/settings/topics', { ...none, ...setting(topics, { items: [{ name: 'One' }, nested] }) });
  await screen.findByLabelText('Name of item 2');
  const values = (label: RegExp) => screen.getAllByLabelText(label).map((input) => (input as HTMLInputElement).value);
  const isHeard = () =>
    !fireEvent.keyDown(screen.getByLabelText('Name of child item 2'), { key: 'ArrowUp', altKey: true });
  await doing(() => expect(isHeard()).toBe(true));
  expect([values(/^Name of item/), values(/^Name of child item/)]).toEqual([
    ['One', 'Two'],
    ['b', 'a'],
  ]);
});

test('a value that the server refuses is refused beside its field, which keeps what was typed [ADS-02:beside]', async () => {
  const message = 'Please enter a number from 0.25 to 8760.';
  const refused = (field: string, text: string) => ({
    saveSetting: refusing(Code.InvalidArgument, {
      ...{ reason: 'INVALID_INPUT', message: text, fields: [{ field, message: text }] },
    }),
  });
  const page = { ...none, ...setting(hours, { number: 24 }) };
  await show('/settings/free-unlock-hours', { ...page, ...refused('value.number', message) });
  await screen.findByLabelText(hours.label);
  await typeIn(hours.label, '9000');
  await typeIn(/^Why/, 'Longer');
  await press('Save');
  await waitFor(() => expect(errorOf(hours.label)).toBe(message));
  const field = screen.getByLabelText(hours.label) as HTMLInputElement;
  expect([field.value, document.activeElement, problem()]).toEqual(['9000', field, null]);

  await openTopics(refused('value.items.1.name', 'This is in the list twice.'), 'One', 'Two');
  await screen.findByLabelText('Name of item 1');
  await press('Move item 1 down');
  await typeIn(/^Why/, 'Order');
  await press('Save');
  await waitFor(() => expect(errorOf('Name of item 2')).toBe('This is in the list twice.'));
  expect(errorOf('Name of item 1')).toBeUndefined();
});

test('who saved in the meantime is named, and what they saved can be loaded [ADS-01:conflict]', async () => {
  const message = 'Bo Staff saved this setting in the meantime. Nothing of yours was saved.';
  const numbers = inTurn(
    () => ({ setting: { facts: hours, value: { number: 24 }, rule: '' } }),
    () => ({ setting: { facts: { ...hours, version: 3n }, value: { number: 8 }, rule: '' } }),
  );
  await show('/settings/free-unlock-hours', {
    ...none,
    getSetting: numbers,
    saveSetting: refusing(Code.Aborted, { reason: 'SETTING_CHANGED', message }),
  });
  await screen.findByLabelText(hours.label);
  await typeIn(hours.label, '12');
  await typeIn(/^Why/, 'Shorter');
  await press('Save');
  expect(await alertText()).toContain(message);
  await press(/Load what was saved/);
  await waitFor(() => expect((screen.getByLabelText(hours.label) as HTMLInputElement).value).toBe('8'));
});

test('items are moved up and down and removed, not past the ends; a list of none says so [ADS-02]', async () => {
  const { sent } = await openTopics({ saveSetting: () => ({}) }, 'One', 'Two', 'Three');
  await screen.findByLabelText('Name of item 1');
  const names = () => [1, 2, 3].map((n) => (screen.getByLabelText(`Name of item ${n}`) as HTMLInputElement).value);
  for (const name of ['Move item 1 up', 'Move item 3 down']) {
    expect((screen.getByRole('button', { name }) as HTMLButtonElement).disabled).toBe(true);
  }
  await press('Move item 1 down');
  expect(names()).toEqual(['Two', 'One', 'Three']);
  await press('Move item 3 up');
  expect(names()).toEqual(['Two', 'Three', 'One']);
  // Alt and an arrow move the item that has the focus, and stop at the ends.
  const key = (place: number, key: string, altKey = true) =>
    doing(() => fireEvent.keyDown(screen.getByLabelText(`Name of item ${place}`), { key, altKey }));
  for (const [place, name, altKey] of [
    [1, 'ArrowUp', true],
    [3, 'ArrowDown', true],
    [2, 'ArrowDown', false],
    [2, 'ArrowLeft', true],
  ] as const) {
    await key(place, name, altKey);
    expect(names()).toEqual(['Two', 'Three', 'One']);
  }
  await key(2, 'ArrowUp');
  expect(names()).toEqual(['Three', 'Two', 'One']);
  await key(1, 'ArrowDown');
  expect(names()).toEqual(['Two', 'Three', 'One']);
  await press('Remove item 2');
  await typeIn(/^Why/, 'Shorter');
  await press('Save');
  await waitFor(() =>
    expect(sent('saveSetting')).toMatchObject([{ value: { items: [{ name: 'Two' }, { name: 'One' }] } }]),
  );
  for (const _one of ['Two', 'One']) await press('Remove item 1');
  expect(screen.getByText('This list is empty.')).toBeTruthy();
});

test('items need names, children as well, up to the levels of the setting [ADS-02]', async () => {
  const { sent } = await openTopics({ saveSetting: failing }, 'One');
  await screen.findByLabelText('Name of item 1');
  await typeIn(/^Why/, 'More');
  await press('Add item');
  await press('Save');
  expect(errorOf('Name of item 2')).toBe('One of your items does not have a name');
  expect(errorOf('Name of item 1')).toBeUndefined();
  await typeIn('Name of item 2', 'Two');
  const second = within(screen.getByRole('group', { name: 'item 2' }));
  await doing(() => fireEvent.click(second.getByRole('button', { name: 'Add child item' })));
  await press('Save');
  expect(errorOf('Name of child item 1')).toBe('One of your child items does not have a name');
  expect(sent('saveSetting')).toEqual([]);
  const name = screen.getByLabelText('Name of child item 1') as HTMLInputElement;
  expect(name.maxLength).toBe(45);
  const child = within(screen.getByRole('group', { name: 'child item 1' }));
  expect(child.queryByRole('button', { name: 'Add child item' })).toBeNull();
  await typeIn('Name of child item 1', 'Below');
  await press('Save');
  await waitFor(() => expect(sent('saveSetting').length).toBeGreaterThan(0));
  expect(sent('saveSetting')[0]).toMatchObject({
    value: { items: [{ name: 'One' }, { name: 'Two', children: [{ name: 'Below' }] }] },
  });
});

test('items are moved by buttons and by the keyboard', async () => {
  await openTopics({}, 'One', 'Two', 'Three');
  const names = () => screen.getAllByLabelText(/^Name of item/).map((input) => (input as HTMLInputElement).value);
  await screen.findByLabelText('Name of item 3');
  await press('Move item 3 up');
  expect(names()).toEqual(['One', 'Three', 'Two']);
  await doing(() => fireEvent.keyDown(screen.getByLabelText('Name of item 1'), { key: 'ArrowDown', altKey: true }));
  expect(names()).toEqual(['Three', 'One', 'Two']);
  await press('Remove item 1');
  expect(names()).toEqual(['One', 'Two']);
});

test.each([
  [ArrayItemType.USER, 'Add a user', 'Please select a User'],
  [ArrayItemType.FILM, 'Add a film', 'Please select a Film'],
])('a picker takes only what was found, of its kind [ADS-03]', async (arrayItemType, label, text) => {
  const id = '0198c0de-0000-7000-8000-000000000001';
  const { sent } = await show('/settings/metrics-viewers', {
    ...none,
    ...setting({ ...viewers, arrayItemType }),
    searchPeople: () => ({ people: [{ id, firstName: 'Ada', lastName: 'Lindqvist' }] }),
    getProfile: () => ({ profile: { id, firstName: 'Ada', lastName: 'Lindqvist' } }),
    listAllFilms: () => ({ films: [{ film: { id, filmTitle: 'Ada Lindqvist' } }] }),
    getAnyFilm: () => ({ film: { film: { id, filmTitle: 'Ada Lindqvist' } } }),
    saveSetting: () => ({}),
  });
  const input = await screen.findByLabelText(label);
  await typeIn(label, 'Ada');
  await doing(() => fireEvent.blur(input));
  expect(await screen.findByText(text)).toBeTruthy();
  await doing(() => fireEvent.focus(input));
  await press('Ada Lindqvist', 'option');
  expect(await within(screen.getByRole('group', { name: 'item 1' })).findByText('Ada Lindqvist')).toBeTruthy();
  expect(screen.queryByText(text)).toBeNull();
  expect(sent(arrayItemType === ArrayItemType.USER ? 'listAllFilms' : 'searchPeople')).toEqual([]);
  await typeIn(/^Why/, 'New');
  await press('Save');
  await waitFor(() => expect(sent('saveSetting')).toMatchObject([{ value: { items: [{ name: id }] } }]));
});

test('changes that are not saved are asked about before leaving', async () => {
  const page = await openTopics({ listSettings: () => ({ settings: [] }) }, 'One');
  await screen.findByLabelText('Name of item 1');
  await typeIn('Name of item 1', 'Other');
  await press('All settings', 'link');
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await press('Stay');
  await closed();
  expect(page.address()).toBe('/settings/topics');
  await press('All settings', 'link');
  await press('Leave without saving');
  await waitFor(() => expect(page.address()).toBe('/settings'));
});

test('the history says who, when and why, shows what changed, and rolls back with a reason [ADS-05:screen]', async () => {
  const values: Record<string, number> = { '0': 48, '1': 24, '2': 12 };
  const rolledBack = later<object>();
  const { sent } = await show('/settings/free-unlock-hours', {
    ...setting(hours, { number: 12 }),
    listSettingVersions: () => ({
      versions: [
        { version: 2n, savedAt: at, savedBy: 'a1', savedByName: 'Ada Staff', reason: 'Shorter' },
        { version: 1n, savedAt: at, savedBy: 'b1', savedByName: 'Bo Staff', reason: 'A festival' },
      ],
    }),
    getSettingVersion: ({ version }: { version: bigint }) => ({ value: { number: values[String(version)] } }),
    rollBackSetting: inTurn<unknown[], unknown>(failing, rolledBack.answer) as never,
  });
  const second = await screen.findByRole('group', { name: 'Version 2' });
  expect(second.textContent).toMatch(/Version 2, current.*by Ada Staff.*Shorter/);
  await press('Show changes of version 2');
  await waitFor(() => expect(second.querySelector('del')?.textContent).toBe('24\n'));
  expect(second.querySelector('ins')?.textContent).toBe('12\n');
  expect(screen.queryByRole('button', { name: 'Roll back to version 2' })).toBeNull();

  await press('Roll back to version 1');
  const dialog = within(await screen.findByRole('dialog', { name: 'Roll back to version 1?' }));
  const confirm = () => doing(() => fireEvent.click(dialog.getByRole('button', { name: 'Roll back' })));
  await confirm();
  expect(await dialog.findByText('Please say why.')).toBeTruthy();
  await doing(() => fireEvent.change(dialog.getByRole('textbox', { name: 'Why' }), { target: { value: 'Too short' } }));
  await confirm();
  expect(await dialog.findByText('Failed to save. Please try again later.')).toBeTruthy();
  await confirm();
  expect(dialog.queryByText('Failed to save. Please try again later.')).toBeNull();
  await rolledBack.resolve({ setting: { facts: { ...hours, version: 3n }, value: { number: 24 }, rule: '' } });
  expect(await screen.findByText('The setting was rolled back to version 1.')).toBeTruthy();
  await closed();
  const [request] = sent('rollBackSetting').slice(-1);
  expect(request).toMatchObject({ key: hours.key, toVersion: 1n, seenVersion: 2n, reason: 'Too short' });
  await waitFor(() => expect((screen.getByLabelText(hours.label) as HTMLInputElement).value).toBe('24'));
});

test('changes of a version that could not be loaded say so, and are asked for again [ADS-05:screen]', async () => {
  const changes = later<object>();
  const getSettingVersion = inTurn<unknown[], unknown>(failing, failing, changes.answer, () => ({
    value: { number: 24 },
  }));
  await show('/settings/free-unlock-hours', {
    ...setting(hours, { number: 24 }),
    listSettingVersions: () => ({ versions: [{ version: 2n, savedAt: at, savedBy: 'a1', reason: 'Shorter' }] }),
    getSettingVersion: getSettingVersion as never,
  });
  await press('Show changes of version 2');
  expect(await alertText()).toContain(SETTING_MESSAGES.failedToLoad);
  await press('Try again');
  const second = within(screen.getByRole('group', { name: 'Version 2' }));
  expect(await second.findByRole('status', { name: 'The changes are loading' })).toBeTruthy();
  await changes.resolve({ value: { number: 48 } });
  await waitFor(() => expect(screen.getByRole('group', { name: 'Version 2' }).querySelector('del')).toBeTruthy());
  expect(second.queryByRole('status')).toBeNull();
});

test.each([
  [SettingType.NUMBER, { number: 2.5, flag: true }, '2.5'],
  [SettingType.BOOLEAN, { flag: true, text: 'x' }, 'Yes'],
  [SettingType.BOOLEAN, {}, 'No'],
  [SettingType.TEXT, { text: '<p>a</p>' }, '<p>a</p>'],
  [
    SettingType.ARRAY,
    { items: [{ name: 'a', label: 'A', children: [{ name: 'b' }] }, { name: 'c' }], text: 'x' },
    'a (A)\n  b\nc\n',
  ],
  [
    SettingType.RICHTEXT,
    { text: '<h2>One</h2><p>Two<br>lines and <a href="/faq">a link</a></p><hr><ul><li>Three</li></ul>' },
    'One\nTwo\nlines and a link (/faq)\nThree',
  ],
])('a value of type %s is compared as people read it: %j', (type, value, text) => {
  const facts = create(SettingFactsSchema, { type });
  expect(readable(facts, create(SettingValueSchema, value))).toBe(text);
  expect(readable(facts, undefined)).toBe('');
});

test('texts are compared by words, and lists by lines', () => {
  const parts = (type: SettingType, before: object, after: object) =>
    diffOf(
      create(SettingFactsSchema, { type }),
      create(SettingValueSchema, before),
      create(SettingValueSchema, after),
    ).map(({ kind, text }) => `${kind} ${text.trim()}`);
  const changed = ['same a', 'removed b', 'added c'];
  // On two lines: side by side they would read as one number.
  const number = create(SettingFactsSchema, { type: SettingType.NUMBER });
  const [from, to] = [36, 24].map((value) => create(SettingValueSchema, { number: value }));
  expect(diffOf(number, from, to).map(({ text }) => text)).toEqual(['36\n', '24\n']);
  expect(parts(SettingType.TEXT, { text: 'a b' }, { text: 'a c' })).toEqual(changed);
  expect(parts(SettingType.RICHTEXT, { text: '<p>a b</p>' }, { text: '<p>a c</p>' })).toEqual(changed);
  expect(parts(SettingType.ARRAY, items('a b'), items('a c'))).toEqual(['removed a b', 'added a c']);
});

test('the history continues to where the default applied, and says what was rolled back [ADS-05:screen]', async () => {
  let isUp = false;
  const row = async (version: number) => (await screen.findByRole('group', { name: `Version ${version}` })).textContent;
  await show('/settings/free-unlock-hours', {
    ...setting(hours, { number: 12 }),
    listSettingVersions: ({ cursor }: { cursor: string }) => {
      if (!isUp) return failing();
      if (cursor !== '') return { versions: [{ version: 1n, savedAt: at, savedBy: 'b1', reason: 'A festival' }] };
      const back = { savedAt: at, savedBy: 'a1', isRollBack: true, reason: 'Too short' };
      const versions = [
        { ...back, version: 3n, rolledBackTo: 1n },
        { ...back, version: 2n, rolledBackTo: 0n },
      ];
      return { versions, nextCursor: 'c1' };
    },
  });
  expect(await screen.findByText(SETTING_MESSAGES.failedToLoad)).toBeTruthy();
  isUp = true;
  await press('Try again');
  expect(await row(3)).toMatch(/by a1.*Rolled back to version 1: Too short$/);
  expect(await row(2)).toMatch(/Rolled back to the default: Too short$/);
  expect(screen.queryByText('Before that: the default')).toBeNull();
  await press('Show more');
  expect(await row(1)).toMatch(/by b1.*A festival$/);
  expect(screen.getByText('Before that: the default')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('a setting that nobody has changed says so, and has nothing to roll back to [ADS-05:screen]', async () => {
  await show('/settings/free-unlock-hours', { ...setting(hours, { number: 48 }), listSettingVersions: () => ({}) });
  expect(await screen.findByText('Nobody has changed this setting. Its default applies.')).toBeTruthy();
  expect(screen.queryByText('Before that: the default')).toBeNull();
});

test('somebody who is not staff has no access', async () => {
  await show('/settings', { listSettings: refusing(Code.PermissionDenied) });
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  expect(document.body.textContent).toContain("You don't have access to this page.");
});

test('who may not change settings sees them, and is offered no change [ADU-10:privilege]', async () => {
  const history = { listSettingVersions: () => ({ versions: [{ version: 1n, reason: 'Longer', savedBy: 'a1' }] }) };
  const asAdmin = { ...asStaff(Role.ADMIN), ...setting(hours, { number: 24 }), ...history };
  await show('/settings/free-unlock-hours', asAdmin);
  await screen.findByText('Your role can look at settings. A super-user changes them.');
  expect((screen.getByLabelText('Free unlock: hours') as HTMLInputElement).closest('fieldset')?.disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await screen.findByText('Longer');
  expect(screen.queryByRole('button', { name: /^Roll back/ })).toBeNull();

  await show('/settings/free-unlock-hours', { ...asAdmin, ...asStaff(Role.SUPER_USER) });
  expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Roll back to the default' })).toBeTruthy();
});

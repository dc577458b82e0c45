import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { ArrayItemType, SettingType } from '@marquee/contracts/marketing/v1/settings_pb';
import { newId } from '@marquee/data/ids';
import { DECLARED_SETTINGS } from '@marquee/rules/declared-settings';
import { interfaceLanguageCodes } from '@marquee/rules/interface-languages';
import { viewers } from '@marquee/testing/viewers';
import { type MarketingUnderTest, marketingService } from '../testing/marketing-service.ts';
import { sanitizeRichtext } from './sanitize-richtext.ts';

const HOURS = 'free-unlock-hours';
const DAYS = 'spotlight-cooldown-days';
const TERMS = 'terms-of-use';
const VIEWERS = 'metrics-viewers';

let marketing: MarketingUnderTest;
beforeAll(async () => {
  marketing = await marketingService();
});
beforeEach(async () => {
  await marketing.db.query('TRUNCATE settings, setting_versions');
});

type Staff = ReturnType<MarketingUnderTest['staff']>;
const save = (staff: Staff, key: string, value: object, seenVersion = 0n, reason = 'As agreed') =>
  staff.settings.saveSetting({ requestId: newId(), key, value, seenVersion, reason });
const fieldOf = (field: string, message: string) => ({
  ...{ code: Code.InvalidArgument, reason: 'INVALID_INPUT' },
  fields: [{ field, message }],
});

test('staff see every declared setting with its kind, and its default before anybody has changed it [ADS-01:list] [ENT-11:facts]', async () => {
  const { settings } = marketing.staff();
  const all = (await settings.listSettings({})).settings;
  expect(all.map(({ key }) => key).toSorted()).toEqual(DECLARED_SETTINGS.map(({ key }) => key).toSorted());
  const labels = all.map(({ label }) => label);
  expect(labels).toEqual(labels.toSorted((a, b) => a.localeCompare(b, 'en')));
  expect(all.find(({ key }) => key === VIEWERS)).toMatchObject({
    ...{ type: SettingType.ARRAY, arrayItemType: ArrayItemType.USER, levels: 0, version: 0n, updatedBy: '' },
  });
  const { setting } = await settings.getSetting({ key: HOURS });
  expect(setting).toMatchObject({ facts: { type: SettingType.NUMBER, version: 0n }, value: { number: 48 } });
  expect(setting?.facts?.updatedAt).toBeUndefined();
  await expect(settings.getSetting({ key: 'no-such-setting' })).rejects.toMatchObject({
    ...{ code: Code.NotFound, reason: 'SETTING_NOT_FOUND' },
  });
});

test('a saved value holds, with who saved it and when [ADS-01:save]', async () => {
  const staff = marketing.staff();
  await marketing.introduce(staff.viewer.accountId, 'Ada', 'Staff');
  const { setting } = await save(staff, HOURS, { number: 24 });
  expect(setting).toMatchObject({
    facts: { version: 1n, updatedBy: staff.viewer.accountId, updatedByName: 'Ada Staff' },
    value: { number: 24 },
  });
  expect(setting?.facts?.updatedAt).toBeDefined();
  expect((await staff.settings.getSetting({ key: HOURS })).setting).toEqual(setting);
  const listed = (await staff.settings.listSettings({})).settings.find(({ key }) => key === HOURS);
  expect(listed).toEqual(setting?.facts);
});

test('each type is checked by the own schema of its setting, and refused by the name of its field', async () => {
  const staff = marketing.staff();
  const range = 'Please enter a number from 0.25 to 8760.';
  for (const number of [0, -1, 9_000, Number.NaN, Number.POSITIVE_INFINITY]) {
    await expect(save(staff, HOURS, { number })).rejects.toMatchObject(fieldOf('value.number', range));
  }
  const whole = 'Please enter a whole number from 0 to 365.';
  await expect(save(staff, DAYS, { number: 1.5 })).rejects.toMatchObject(fieldOf('value.number', whole));
  await save(staff, DAYS, { number: 0 });
  for (const text of ['', '<p> </p>', '<p></p><script>alert(1)</script>']) {
    await expect(save(staff, TERMS, { text })).rejects.toMatchObject(fieldOf('value.text', 'Please add some text.'));
  }
  await expect(save(staff, TERMS, { text: 'x'.repeat(60_001) })).rejects.toMatchObject(
    fieldOf('value.text', 'A text has at most 60,000 characters, its markup included.'),
  );
  await expect(save(staff, HOURS, { number: 5 }, 0n, ' ')).rejects.toMatchObject(fieldOf('reason', 'Please say why.'));
  expect((await marketing.db.query('SELECT key FROM settings')).length).toBe(1);
});

test('a list of accounts holds people only, each once, and no children [ADS-02:levels] [ADS-03:server]', async () => {
  const staff = marketing.staff();
  const ada = newId();
  await marketing.introduce(ada, 'Ada', 'Lindqvist');
  const saving = (...items: object[]) => save(staff, VIEWERS, { items });
  const select = 'Please select a User';
  await expect(saving({ name: '' })).rejects.toMatchObject(
    fieldOf('value.items.0.name', 'One of your items does not have a name'),
  );
  await expect(saving({ name: ada }, { name: 'Ada' })).rejects.toMatchObject(fieldOf('value.items.1.name', select));
  // Nobody of this id: it may be that of a film.
  await expect(saving({ name: ada }, { name: newId() })).rejects.toMatchObject(fieldOf('value.items.1.name', select));
  await expect(saving({ name: ada }, { name: ada })).rejects.toMatchObject(
    fieldOf('value.items.1.name', 'This is in the list already.'),
  );
  await expect(saving({ name: ada, children: [{ name: ada }] })).rejects.toMatchObject(
    fieldOf('value.items.0.children', 'Items of this list cannot have children at this level.'),
  );
  await expect(saving({ name: ada, label: 'x'.repeat(46) })).rejects.toMatchObject(
    fieldOf('value.items.0.label', 'The text of an item has at most 45 characters.'),
  );
  const { setting } = await saving({ name: ada, label: 'Numbers' });
  expect(setting?.value?.items).toMatchObject([{ name: ada, label: 'Numbers' }]);

  await marketing.introduce(ada, '', '', { removed: true });
  await expect(save(staff, VIEWERS, { items: [{ name: ada }] }, 1n)).rejects.toMatchObject(
    fieldOf('value.items.0.name', select),
  );
});

test('a list keeps its items in order, with labels and children, and says what they are [ENT-11]', async () => {
  const staff = marketing.staff();
  await marketing.introduce(staff.viewer.accountId, 'Ada', 'Staff');
  const items = [
    { name: 'rubbish', label: 'Mild', children: [{ name: 'r u b b i s h', label: 'Spelt out', children: [] }] },
    { name: 'dross', label: '', children: [] },
  ];
  await save(staff, 'watched-words', { items });
  const { setting } = await staff.settings.getSetting({ key: 'watched-words' });
  expect(setting).toMatchObject({
    facts: {
      ...{ key: 'watched-words', label: 'Watched words', description: expect.stringContaining('waits for staff') },
      ...{ type: SettingType.ARRAY, arrayItemType: ArrayItemType.OTHER, levels: 1, version: 1n },
      ...{ updatedBy: staff.viewer.accountId, updatedAt: expect.anything() },
    },
    value: { items },
  });
  const tooDeep = { name: 'a', children: [{ name: 'b', children: [{ name: 'c' }] }] };
  await expect(save(staff, 'watched-words', { items: [tooDeep] }, 1n)).rejects.toMatchObject(
    fieldOf('value.items.0.children.0.children', 'Items of this list cannot have children at this level.'),
  );
});

test('who saves what somebody else has saved since reads who that was, and nothing is lost', async () => {
  const [ada, bo] = [marketing.staff(), marketing.staff()];
  await marketing.introduce(ada.viewer.accountId, 'Ada', 'Staff');
  await save(ada, HOURS, { number: 24 });
  await expect(save(bo, HOURS, { number: 12 })).rejects.toMatchObject({
    ...{ code: Code.Aborted, reason: 'SETTING_CHANGED' },
    message: 'Ada Staff saved this setting in the meantime. Nothing of yours was saved.',
    metadata: { version: '1', savedBy: ada.viewer.accountId },
  });
  await save(bo, HOURS, { number: 12 }, 1n);
  expect((await ada.settings.getSetting({ key: HOURS })).setting?.value?.number).toBe(12);
});

test('of two who save the first value at once, one is refused', async () => {
  const saves = [1, 2, 3].map((number) => save(marketing.staff(), HOURS, { number }));
  const all = await Promise.allSettled(saves);
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(all.filter((one) => one.status === 'rejected' && one.reason.reason === 'SETTING_CHANGED')).toHaveLength(2);
});

test('the history keeps every value with who, when and why; a roll back is a new version [ADS-05:history]', async () => {
  const [ada, bo] = [marketing.staff(), marketing.staff()];
  await marketing.introduce(ada.viewer.accountId, 'Ada', 'Staff');
  await save(ada, HOURS, { number: 24 }, 0n, 'A festival');
  await save(bo, HOURS, { number: 12 }, 1n, 'Shorter');
  const back = (toVersion: bigint, seenVersion: bigint, reason = 'Too short') =>
    ada.settings.rollBackSetting({ requestId: newId(), key: HOURS, toVersion, seenVersion, reason });
  expect((await back(1n, 2n)).setting).toMatchObject({ facts: { version: 3n }, value: { number: 24 } });
  expect((await back(0n, 3n)).setting).toMatchObject({ facts: { version: 4n }, value: { number: 48 } });

  const { versions, nextCursor } = await ada.settings.listSettingVersions({ key: HOURS, pageSize: 3 });
  expect(versions).toMatchObject([
    { version: 4n, isRollBack: true, rolledBackTo: 0n },
    { version: 3n, isRollBack: true, rolledBackTo: 1n, reason: 'Too short', savedByName: 'Ada Staff' },
    { version: 2n, isRollBack: false, reason: 'Shorter', savedBy: bo.viewer.accountId, savedByName: '' },
  ]);
  expect(versions.every(({ savedAt }) => savedAt !== undefined)).toBe(true);
  const rest = await ada.settings.listSettingVersions({ key: HOURS, pageSize: 3, cursor: nextCursor });
  expect(rest).toMatchObject({ versions: [{ version: 1n, reason: 'A festival' }], nextCursor: '' });
  const valueAt = async (version: bigint) =>
    (await ada.settings.getSettingVersion({ key: HOURS, version })).value?.number;
  expect([await valueAt(0n), await valueAt(1n), await valueAt(2n)]).toEqual([48, 24, 12]);

  await expect(valueAt(9n)).rejects.toMatchObject({ code: Code.NotFound, reason: 'SETTING_VERSION_NOT_FOUND' });
  await expect(back(1n, 2n)).rejects.toMatchObject({ code: Code.Aborted, reason: 'SETTING_CHANGED' });
  await expect(back(1n, 4n, '')).rejects.toMatchObject(fieldOf('reason', 'Please say why.'));
  await expect(marketing.db.query('DELETE FROM setting_versions')).rejects.toThrow(/only grows/);
});

test('a change is published with who, when and why but without its value, and signalled [SYS-06:events] [ADU-10:settings]', async () => {
  const before = (await marketing.published()).length;
  const heard = marketing.signalled();
  const staff = marketing.staff();
  await save(staff, HOURS, { number: 24 });
  await save(staff, HOURS, { number: 25 }, 1n, 'Too short');
  await staff.settings.rollBackSetting({
    ...{ requestId: newId(), key: HOURS, toVersion: 0n, seenVersion: 2n, reason: 'As before' },
  });
  const by = { key: HOURS, savedBy: staff.viewer.accountId, savedAt: timestampFromDate(marketing.clock.now()) };
  expect((await marketing.published()).slice(before)).toEqual([
    { ...by, version: 1n, reason: 'As agreed' },
    { ...by, version: 2n, reason: 'Too short' },
    { ...by, version: 3n, reason: 'As before', rolledBackTo: 0n },
  ]);
  expect(heard).toEqual(['1', '2', '3'].map((version) => ({ topic: `setting:${HOURS}`, version })));
});

test('a service reads what staff have changed of the settings it names', async () => {
  await save(marketing.staff(), HOURS, { number: 24 });
  await save(marketing.staff(), DAYS, { number: 3 });
  const { settings } = marketing.asService('film');
  const exported = await settings.exportSettings({ keys: [HOURS, VIEWERS, 'of-a-newer-release'] });
  expect(exported.settings).toMatchObject([{ key: HOURS, version: 1n, value: { number: 24 } }]);
  const most = [...Array(99).fill(HOURS), 'x'.repeat(100)];
  expect((await settings.exportSettings({ keys: most })).settings).toHaveLength(1);
  for (const keys of [[], [''], ['x'.repeat(101)], Array(101).fill(HOURS)]) {
    await expect(settings.exportSettings({ keys })).rejects.toMatchObject({ code: Code.InvalidArgument });
  }
});

test('a richtext is sanitised on the server, stands so in its history, and is rolled back to it [ADS-05]', async () => {
  const staff = marketing.staff();
  const kept =
    '<h2>One</h2><p>A <strong>b</strong> <em>c</em> <a href="/faq">d</a> ' +
    '<a href="https://a.example" rel="noopener noreferrer nofollow">e</a></p><ul><li><p>f</p></li></ul>';
  const { setting } = await save(staff, TERMS, {
    text: `${kept}<script>alert(1)</script><img src=x onerror=alert(1)><p style="color:red" onclick="x()">g\u202e</p>
      <a href="javascript:alert(1)">h</a><iframe src="https://a.example"></iframe><a href="//evil.example">i</a>`,
  });
  const text = setting?.value?.text ?? '';
  expect(text.startsWith(kept)).toBe(true);
  expect(text.slice(kept.length).replace(/\s+/g, '')).toBe('<p>g</p><arel="noopenernoreferrernofollow">h</a><a>i</a>');
  const stored = async () => {
    const [row] = await marketing.db.query<{ value: string }>('SELECT value FROM settings WHERE key = $1', [TERMS]);
    return row?.value;
  };
  // What its editor makes stays, all else is gone.
  expect(await stored()).toBe(text);
  await save(staff, TERMS, { text: '<p>Another.</p>' }, 1n);
  const { versions } = await staff.settings.listSettingVersions({ key: TERMS });
  expect(versions.map(({ version }) => version)).toEqual([2n, 1n]);
  expect((await staff.settings.getSettingVersion({ key: TERMS, version: 1n })).value?.text).toBe(text);
  const back = { requestId: newId(), key: TERMS, toVersion: 1n, seenVersion: 2n, reason: 'Too short' };
  await staff.settings.rollBackSetting(back);
  expect(await stored()).toBe(text);
});

test('the texts that come with the software need no sanitising', () => {
  const texts = DECLARED_SETTINGS.filter(({ type }) => type === 'RICHTEXT');
  expect(texts).toHaveLength(4 * interfaceLanguageCodes.length);
  for (const { schema, default: text } of texts) {
    expect(schema.parse(text)).toBe(text);
    expect(sanitizeRichtext(String(text))).toBe(text);
  }
  for (const { schema, default: value } of DECLARED_SETTINGS) expect(schema.parse(value)).toEqual(value);
});

test('only staff read and change settings', async () => {
  for (const viewer of [viewers.visitor(), viewers.service('film')]) {
    const { settings } = marketing.as(viewer);
    await expect(settings.listSettings({})).rejects.toMatchObject({ code: Code.Unauthenticated });
  }
  for (const viewer of [viewers.movieLover(), viewers.director()]) {
    const { settings } = marketing.as(viewer);
    await expect(settings.listSettings({})).rejects.toMatchObject({ code: Code.PermissionDenied });
  }
});

import { editorialTags } from './editorial.ts';
import { richtext, SETTING_MESSAGES, settingItems, settingNumber } from './settings.ts';

const refusals = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
  result.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

test('the items of a list have names, and children only as deep as it allows [ADS-02:items]', () => {
  const items = (value: unknown, levels?: number) => refusals(settingItems('OTHER', levels).safeParse(value));
  const named = (name: string, children: object[] = []) => ({ name, children });
  expect(items([named('Sea', [named('Salt')]), named('Salt')])).toEqual([]);
  expect(items([named(' ')])).toEqual([['0.name', SETTING_MESSAGES.itemWithoutName]]);
  expect(items([named('Sea', [named('')])])).toEqual([['0.children.0.name', SETTING_MESSAGES.childWithoutName]]);
  const deep = [named('Sea', [named('Salt', [named('Water')])])];
  expect([items(deep), items(deep, 2)]).toEqual([[['0.children.0.children', SETTING_MESSAGES.tooDeep]], []]);
  expect(items([named('Sea', [named('Salt')])], 0)).toEqual([['0.children', SETTING_MESSAGES.tooDeep]]);
});

test('each name is once in its list', () => {
  const items = (names: string[]) => refusals(settingItems('OTHER').safeParse(names.map((name) => ({ name }))));
  expect(items(['Sea', 'Salt'])).toEqual([]);
  expect(items(['Sea', 'Salt', 'Sea', 'Sea'])).toEqual([
    ['2.name', SETTING_MESSAGES.twice],
    ['3.name', SETTING_MESSAGES.twice],
  ]);
});

test.each([
  ['USER', SETTING_MESSAGES.selectUser],
  ['FILM', SETTING_MESSAGES.selectFilm],
] as const)('an item of the type %s names one by its id [ADS-03:ids]', (type, message) => {
  const items = (name: string) => refusals(settingItems(type).safeParse([{ name }]));
  expect(items('0198f5a2-7c1d-7e3a-9b4c-1f2e3d4c5b6a')).toEqual([]);
  expect(items('Ada')).toEqual([['0.name', message]]);
  expect(refusals(settingItems('OPTION').safeParse([{ name: 'Ada' }]))).toEqual([]);
});

test('a formatted text has words, not tags alone', () => {
  expect(richtext.safeParse('<p>Sea</p>').success).toBe(true);
  for (const html of ['', '<p></p>', '<p> … </p>']) {
    expect(refusals(richtext.safeParse(html))).toEqual([['', SETTING_MESSAGES.textMissing]]);
  }
});

test('the English text has the name of its setting, and every other one its language', () => {
  expect(editorialTags('faq')).toEqual(['setting:faq', 'setting:faq-es', 'setting:faq-fr']);
});

test('a number is within its bounds, and whole where it has to be', () => {
  const [whole, any] = [settingNumber({ min: 1, max: 5, whole: true }), settingNumber({ min: 1, max: 5 })];
  expect([1, 5, 0, 6, 2.5].map((value) => whole.safeParse(value).success)).toEqual([true, true, false, false, false]);
  expect([1, 5, 0, 6, 2.5].map((value) => any.safeParse(value).success)).toEqual([true, true, false, false, true]);
  expect(refusals(whole.safeParse(2.5))).toEqual([['', 'Please enter a whole number from 1 to 5.']]);
});

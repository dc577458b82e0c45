import { create } from '@bufbuild/protobuf';
import {
  ArrayItemType,
  SettingSchema,
  SettingType,
  SettingValueSchema,
} from '@marquee/contracts/marketing/v1/settings_pb';
import { draftKey, draftOf, newItem, problemIn, problemOf, refusedValue, valueOfDraft } from './draft-value.ts';

const { NUMBER, BOOLEAN, ARRAY, TEXT, RICHTEXT } = SettingType;
const draft = (part: Partial<ReturnType<typeof draftOf>> = {}) => ({ ...draftOf(undefined), ...part });
const setting = (type: SettingType, part: object = {}) =>
  create(SettingSchema, { facts: { type, levels: 2, ...part } });

test('a value is edited as it is, its items each with an id of its own', () => {
  const value = create(SettingValueSchema, { text: 'a', number: 2.5, flag: true });
  expect(draftOf(value)).toEqual({ text: 'a', number: '2.5', flag: true, items: [] });
  expect(draftOf(undefined)).toEqual({ text: '', number: '0', flag: false, items: [] });
  const { items } = draftOf(
    create(SettingValueSchema, { items: [{ name: 'x', label: 'X', children: [{ name: 'y' }] }] }),
  );
  expect(items).toMatchObject([{ name: 'x', label: 'X', children: [{ name: 'y', children: [] }] }]);
  expect(new Set([newItem().id, newItem().id, items[0]?.id, items[0]?.children[0]?.id]).size).toBe(4);
});

test('only the field of its type is sent', () => {
  const full = draft({ text: 'a', number: ' 1,5 ', flag: true, items: [newItem('x')] });
  const none = { text: '', number: 0, flag: false, items: [] };
  expect(valueOfDraft(NUMBER, full)).toMatchObject({ ...none, number: 1.5 });
  expect(valueOfDraft(BOOLEAN, full)).toMatchObject({ ...none, flag: true });
  expect(valueOfDraft(ARRAY, full)).toMatchObject({ ...none, items: [{ name: 'x', label: '', children: [] }] });
  expect(valueOfDraft(TEXT, full)).toMatchObject({ ...none, text: 'a' });
});

test('something has changed when something else is typed', () => {
  expect(draftKey(ARRAY, draft({ items: [newItem('x')] }))).toBe(draftKey(ARRAY, draft({ items: [newItem('x')] })));
  expect(draftKey(TEXT, draft({ text: 'a' }))).not.toBe(draftKey(TEXT, draft({ text: 'b' })));
});

test.each([
  [setting(NUMBER), draft({ number: '' }), { text: 'Please enter a number.', path: '' }],
  [setting(NUMBER), draft({ number: 'many' }), { text: 'Please enter a number.', path: '' }],
  [setting(NUMBER), draft({ number: '3' }), undefined],
  [setting(BOOLEAN), draft(), undefined],
  [create(SettingSchema, {}), draft(), undefined],
  [setting(TEXT), draft({ text: 'Hello' }), undefined],
  [setting(TEXT), draft({ text: 'x'.repeat(1_000_000) }), { text: expect.any(String), path: '' }],
  [setting(RICHTEXT), draft({ text: 'x'.repeat(10_000_000) }), { text: expect.any(String), path: '' }],
  [setting(ARRAY, { arrayItemType: ArrayItemType.OTHER }), draft({ items: [newItem('x')] }), undefined],
  [
    setting(ARRAY, { arrayItemType: ArrayItemType.OTHER }),
    draft({ items: [newItem('x'), newItem('')] }),
    { text: expect.any(String), path: '1.name' },
  ],
])('what has to be mended before it can be sent: %#', (of, typed, problem) => {
  expect(problemOf(of, typed)).toEqual(problem);
});

test('a problem is that of a part of a value, wherever it was found', () => {
  const refused = refusedValue([
    { field: 'reason', message: 'Why?' },
    { field: 'value.items.10.children.2.name', message: 'Twice.' },
  ]);
  expect(refused).toEqual({ text: 'Twice.', path: '10.children.2.name' });
  expect(problemIn(refused, '1')).toBeUndefined();
  const child = problemIn(problemIn(problemIn(refused, '10'), 'children'), '2');
  expect(child).toEqual({ text: 'Twice.', path: 'name' });
  expect(problemIn(child, 'name')).toEqual({ text: 'Twice.', path: '' });
  expect(refusedValue([{ field: 'value.number', message: 'Too many.' }])).toEqual({ text: 'Too many.', path: '' });
  expect(refusedValue([{ field: 'reason', message: 'Why?' }])).toBeUndefined();
});

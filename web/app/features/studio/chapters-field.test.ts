import { CHAPTER_LIMITS, CHAPTER_MESSAGES } from '@marquee/rules/chapters';
import { chapterRowsSchema } from './chapters-field.tsx';

const { chaptersMax, titleLengthMax } = CHAPTER_LIMITS;
const rows = (count: number) => Array.from({ length: count }, (_row, n) => ({ time: `${n}:00`, title: 'Rain' }));

test.each([
  ['none', [], undefined],
  ['as many as there may be', rows(chaptersMax), undefined],
  ['one too many', rows(chaptersMax + 1), CHAPTER_MESSAGES.tooMany],
  ['one too many, of which one is blank', [...rows(chaptersMax), { time: ' ', title: '' }], undefined],
  ['no time', [{ time: 'soon', title: 'Rain' }], CHAPTER_MESSAGES.timeUnknown],
  ['no title', [{ time: '1:00', title: ' ' }], CHAPTER_MESSAGES.titleMissing],
  ['the longest title', [{ time: '1:00', title: 'x'.repeat(titleLengthMax) }], undefined],
  ['a title that is too long', [{ time: '1:00', title: 'x'.repeat(titleLengthMax + 1) }], CHAPTER_MESSAGES.titleLength],
  ['sixty seconds', [{ time: '0:60', title: 'Sea' }], CHAPTER_MESSAGES.timeUnknown],
  ['two at the same time', [...rows(2), { time: '01:00', title: 'Sea' }], CHAPTER_MESSAGES.order],
])('chapters with %s are whole, or say what they lack [STU-12:chapters]', (_what, typed, message) => {
  expect(chapterRowsSchema.safeParse(typed).error?.issues[0]?.message).toBe(message);
});

import { classNames } from './class-names.ts';

test('only names are joined, not what a condition has left', () => {
  expect(classNames('a', '', false, undefined, null, 0, 1, 'b c')).toBe('a b c');
});

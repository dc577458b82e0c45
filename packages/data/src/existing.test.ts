import { existing } from './existing.ts';

test('a row that has to be there is given, and its absence names it', () => {
  expect(existing({ id: 'a' }, 'the subscription')).toEqual({ id: 'a' });
  expect(() => existing(undefined, 'the subscription')).toThrow('the subscription has no row');
});

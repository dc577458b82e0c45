import { dayWatched } from './day-watched.ts';

test('a film is watched on a day that has begun somewhere: where it begins first, 14 hours before UTC', () => {
  const at = (time: string) => () => dayWatched('2026-11-21', new Date(`2026-11-20T${time}Z`), 'day');
  expect(at('10:00:00.000')()).toEqual(new Date('2026-11-21T00:00:00.000Z'));
  expect(at('09:59:59.999')).toThrow(expect.objectContaining({ fields: [expect.objectContaining({ field: 'day' })] }));
});

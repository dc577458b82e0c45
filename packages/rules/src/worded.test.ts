import { worded } from './worded.ts';

test('a message with a place is in English, and says what it is made of [SET-07:messages]', () => {
  const at = new Date('2026-11-05T19:30:00Z');
  expect(worded('You can ask again from {day}.', { day: at })).toEqual({
    message: 'You can ask again from Nov 05, 2026.',
    wording: { text: 'You can ask again from {day}.', values: { day: '2026-11-05T19:30:00.000Z' } },
  });
  expect(worded('You can ask again from {moment}.', { moment: at })).toEqual({
    message: 'You can ask again from Nov 05, 2026 at 07:30 PM UTC.',
    wording: { text: 'You can ask again from {moment}.', values: { moment: '2026-11-05T19:30:00.000Z' } },
  });
});

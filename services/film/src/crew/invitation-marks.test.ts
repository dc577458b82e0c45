import { CREW_LIMITS } from '@marquee/rules/film-crew';
import * as marks from './invitation-marks.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const txThat = (...rows: object[]) => ({ query: async () => rows }) as never;
const { invitationsPerFilmADayMax: ofFilmMax, invitationsPerInviterADayMax: ofInviterMax } = CREW_LIMITS;

test.each([
  ['one less than the limits', ofFilmMax - 1, ofInviterMax - 1, true],
  ['all of the film', ofFilmMax, 0, false],
  ['all of the inviter', 0, ofInviterMax, false],
])('after %s one more invitation today: %s and %s', async (_name, ofFilm, ofInviter, expected) => {
  expect(await marks.isWithinDay(txThat({ ofFilm, ofInviter }), 'f', 'i', now)).toBe(expected);
});

test('a recipient gets so many messages a day, of all who invite', async () => {
  const may = (count: number) => marks.mayBeMailed(txThat({ count }), new Uint8Array(), now);
  const max = CREW_LIMITS.invitationsPerRecipientADayMax;
  expect([await may(max - 1), await may(max)]).toEqual([true, false]);
});

test('the same recipient is invited again after the film’s pause, and a day after the inviter’s last', async () => {
  const from = async (ofFilm: Date | null, ofInviter: Date | null) =>
    (await marks.possibleFrom(txThat({ ofFilm, ofInviter }), {} as never)).getTime() - now.getTime();
  const DAY_MS = 86_400_000;
  expect(await from(null, null)).toBeLessThan(0);
  expect(await from(now, null)).toBe(CREW_LIMITS.daysBetweenInvitations * DAY_MS);
  expect(await from(null, now)).toBe(DAY_MS);
});

test('a mailbox is one recipient however its address is written; a phone number and an account are others', () => {
  const hash = (recipient: Parameters<typeof marks.recipientHash>[1], key = 'key') =>
    Buffer.from(marks.recipientHash(key, recipient)).toString('hex');
  const mail = (email: string) => hash({ email, phoneNumber: '' });
  expect(mail('Ada@Example.com')).toBe(mail('ada@example.com'));
  const all = [mail('ada@example.com'), hash({ email: '', phoneNumber: '+3519' }), hash({ accountId: '+3519' })];
  expect(new Set([...all, hash({ accountId: '+3519' }, 'other key')]).size).toBe(4);
});

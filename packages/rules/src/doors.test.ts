import { type DoorVerdict, doorVerdict, type KnownChange } from './doors.ts';
import { openTicketCode, TICKET_CODE_CHARACTERS, ticketStatement } from './ticket-code.ts';

const statement = { userTicketId: 'a', eventId: 'e1', generation: 2 };
const changed = (generation: number, valid = true): KnownChange => ({ generation, valid });

test.each<[string, Partial<Parameters<typeof doorVerdict>[0]>, DoorVerdict]>([
  ['a ticket that nothing is known of', {}, 'ADMITTED'],
  ['a text that is no code', { statement: undefined }, 'NOT_A_TICKET'],
  ['a code that is not signed by us', { isGenuine: false }, 'FORGED'],
  ['a forged code of another event', { isGenuine: false, eventId: 'e2' }, 'FORGED'],
  ['a ticket of another event', { eventId: 'e2' }, 'OTHER_EVENT'],
  ['a code from before a gift', { change: changed(3) }, 'REPLACED'],
  ['the code after a gift', { change: changed(2) }, 'ADMITTED'],
  ['a code that is newer than what is known', { change: changed(1) }, 'ADMITTED'],
  ['a ticket that was given back', { change: changed(3, false) }, 'REFUNDED'],
  ['a ticket that was given back in this generation', { change: changed(2, false) }, 'REFUNDED'],
  ['a ticket that is valid again after a refund failed', { change: changed(1, false) }, 'ADMITTED'],
  ['a ticket that is in', { isIn: true }, 'ALREADY_IN'],
  ['the old code of a ticket that is in with its new one', { change: changed(3), isIn: true }, 'REPLACED'],
])('a door decides alone: %s [TIC-07:decision]', (_what, known, verdict) => {
  const asked = { statement, isGenuine: true, eventId: 'e1', change: undefined, isIn: false, ...known };
  expect(doorVerdict(asked)).toBe(verdict);
});

describe('the code of a ticket', () => {
  const stated = {
    userTicketId: '0198f5a2-7c1d-7e3a-9b4c-1f2e3d4c5b6a',
    eventId: '0198f5a2-0000-7000-8000-00000000000f',
    generation: 4_000_000_000,
  };
  const code = (bytes: Uint8Array) => Buffer.concat([bytes, new Uint8Array(64).fill(7)]).toString('base64url');

  test('is taken apart into what it states, what is signed, and the signature', () => {
    const made = ticketStatement(stated);
    const text = code(made.statement);
    expect(text).toHaveLength(TICKET_CODE_CHARACTERS);
    const opened = openTicketCode(text);
    expect(opened?.statement).toEqual(stated);
    expect(opened?.signed).toEqual(made.signed);
    expect(Buffer.from(made.signed).subarray(0, 15).toString()).toBe('marquee ticket:');
    expect(opened?.signature).toEqual(new Uint8Array(64).fill(7));
    // Printed tickets keep their codes: another form needs another version, beside this one.
    expect(Buffer.from(made.statement).toString('hex')).toBe(
      '010198f5a27c1d7e3a9b4c1f2e3d4c5b6a0198f5a20000700080000000000000' + '0fee6b2800',
    );
  });

  test.each(['', 'hello', '🎟'.repeat(68), 'A'.repeat(134), `${'A'.repeat(134)}=`, 'A'.repeat(135)])(
    'is not %j',
    (text) => expect(openTicketCode(text)).toBeUndefined(),
  );
});

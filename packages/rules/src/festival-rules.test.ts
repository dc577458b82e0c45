import type { z } from 'zod';
import { filmListSchema } from './film-lists.ts';
import { importRowsSchema, matchRowsSchema } from './imports.ts';
import { MOMENT_MESSAGES } from './moments.ts';
import { ORGANIZATION_MESSAGES, organizationPictureSchema, organizationSchema } from './organizations.ts';
import { eventAwardSchema, eventSchema, PROGRAMME_MESSAGES, venueSchema } from './programme.ts';
import { isSaleInOrder, priceChoiceForm, TICKET_MESSAGES, ticketTypeFields, ticketTypeForm } from './tickets.ts';
import { ballotSchema, VOTE_MESSAGES, voteSchema } from './votes.ts';

const letters = (count: number) => 'a'.repeat(count);

/** What a schema says of a value that fits but for some fields: nothing, or its messages. */
const saying =
  (schema: z.ZodType, valid: object) =>
  (changes: object): string[] => {
    const result = schema.safeParse({ ...valid, ...changes });
    return result.success ? [] : result.error.issues.map(({ message }) => message);
  };

describe('an organization [ADO-03]', () => {
  const says = saying(organizationSchema, {
    ...{ name: 'Lumen', type: 'FILM_FESTIVAL', description: 'Films.', url: '', state: '', city: '', country: '' },
    language: 'pt',
  });
  const { name, url, urlIsId, description, place, country, type } = ORGANIZATION_MESSAGES;

  test.each([
    [name, { name: letters(1) }, { name: letters(91) }, { name: letters(2) }, { name: letters(90) }],
    [
      description,
      { description: 'a' },
      { description: letters(256) },
      { description: 'ab' },
      { description: letters(255) },
    ],
    [url, { url: 'a' }, { url: letters(91) }, { url: 'ab' }, { url: letters(90) }],
    [url, { url: '-ab' }, { url: 'ab-' }, { url: 'a-b' }, { url: 'AB' }],
    [url, { url: 'a b' }, { url: 'a/b' }, { url: '' }, { url: '2026' }],
    [place, { city: letters(31) }, { state: letters(31) }, { city: letters(30) }, { state: letters(30) }],
    [country, { country: 'XX' }, { country: 'pt ' }, { country: '' }, { country: 'PT' }],
    [type, { type: '' }, { type: 'CHOIR' }, { type: 'OTHER' }, { type: 'MEDIA_CLUB' }],
  ])('%s', (message, bad, worse, good, better) => {
    expect([says(bad), says(worse)]).toEqual([[message], [message]]);
    expect([says(good), says(better)]).toEqual([[], []]);
  });

  test('has no address that looks like an id', () => {
    expect(says({ url: '0198a1b2-0000-7000-8000-000000000000' })).toEqual([urlIsId]);
    expect(says({ url: '0198a1b2-0000-7000-8000-00000000000' })).toEqual([]);
  });

  test('shows pictures up to a size', () => {
    const picture = (bytes: number) =>
      organizationPictureSchema.safeParse({ kind: 'LOGO', data: new Uint8Array(bytes) }).success;
    expect([0, 700 * 1024, 700 * 1024 + 1].map(picture)).toEqual([true, true, false]);
  });
});

describe('an event [ENT-03]', () => {
  const [start, hour] = [Date.parse('2027-03-01T20:00:00Z'), 3_600_000];
  const endingAfter = (ms: number) => ({ endTime: new Date(start + ms) });
  const says = saying(eventSchema, {
    ...{ name: 'Opening', description: '', eventVirtual: true, sellingTickets: false, timeZone: 'Europe/Lisbon' },
    ...{ startTime: new Date(start), ...endingAfter(hour), venueId: '', capacity: 0 },
    ...{ preRollVideoUri: '', preRollDuration: 0 },
  });

  test.each([
    [PROGRAMME_MESSAGES.endsBeforeStart, endingAfter(0), endingAfter(-1), endingAfter(1)],
    [
      PROGRAMME_MESSAGES.tooLong,
      endingAfter(31 * 24 * hour + 1),
      endingAfter(32 * 24 * hour),
      endingAfter(31 * 24 * hour),
    ],
    [
      PROGRAMME_MESSAGES.venue,
      { eventVirtual: false },
      { eventVirtual: false, venueId: '' },
      { eventVirtual: false, venueId: 'v' },
    ],
    [PROGRAMME_MESSAGES.capacity, { capacity: -1 }, { capacity: 1_000_001 }, { capacity: 1_000_000 }],
    [
      PROGRAMME_MESSAGES.description,
      { description: letters(2_001) },
      { description: letters(3_000) },
      { description: letters(2_000) },
    ],
    [PROGRAMME_MESSAGES.preRollDuration, { preRollDuration: 601 }, { preRollDuration: -1 }, { preRollDuration: 600 }],
    [
      PROGRAMME_MESSAGES.preRollVideoUri,
      { preRollVideoUri: 'http://a.example/b' },
      { preRollVideoUri: 'https://' },
      { preRollVideoUri: 'https://a.example/b' },
    ],
    [
      PROGRAMME_MESSAGES.preRollVideoUri,
      { preRollVideoUri: 'https://user:password@a.example/b' },
      { preRollVideoUri: 'https://127.0.0.1/b' },
      { preRollVideoUri: '' },
    ],
  ])('%s', (message, bad, worse, good) => {
    expect([says(bad), says(worse), says(good)]).toEqual([[message], [message], []]);
  });

  test('is at a venue with room for people, and gives awards in categories', () => {
    const venue = saying(venueSchema, {
      ...{ name: 'Hall', address: '', city: '', country: '', timeZone: 'Europe/Lisbon', capacity: 1 },
    });
    expect(venue({ capacity: 0 })).toEqual([PROGRAMME_MESSAGES.capacity]);
    expect(venue({ address: letters(121) })).toEqual([PROGRAMME_MESSAGES.address]);
    expect(venue({ city: letters(61) })).toEqual([PROGRAMME_MESSAGES.city]);
    expect(venue({ country: 'XX' })).toEqual([PROGRAMME_MESSAGES.country]);
    expect(venue({ address: letters(120), city: letters(60), country: 'PT', capacity: 1_000_000 })).toEqual([]);
    const award = saying(eventAwardSchema, { filmId: 'f', category: '', winner: true });
    expect([award({ filmId: '' }), award({ category: letters(121) }), award({ category: letters(120) })]).toEqual([
      ['Please select a film'],
      [PROGRAMME_MESSAGES.category],
      [],
    ]);
  });
});

describe('a kind of ticket [TIC-05:types]', () => {
  const says = saying(ticketTypeFields, {
    ...{ name: 'Full', payWhatYouCan: false, price: 1_200n, quantity: 10, limitPerCustomer: 4 },
  });

  test.each([
    [TICKET_MESSAGES.name, { name: 'a' }, { name: letters(61) }, { name: 'ab' }, { name: letters(60) }],
    [TICKET_MESSAGES.price, { price: -1n }, { price: 100_000n }, { price: 0n }, { price: 99_999n }],
    [TICKET_MESSAGES.quantity, { quantity: 0 }, { quantity: 10_001 }, { quantity: 1 }, { quantity: 10_000 }],
    [
      TICKET_MESSAGES.limit,
      { limitPerCustomer: 0 },
      { limitPerCustomer: 21 },
      { limitPerCustomer: 1 },
      { limitPerCustomer: 20 },
    ],
    [
      TICKET_MESSAGES.refundHours,
      { refundHours: -1 },
      { refundHours: 8_761 },
      { refundHours: 0 },
      { refundHours: 8_760 },
    ],
  ])('%s', (message, bad, worse, good, better) => {
    expect([says(bad), says(worse)]).toEqual([[message], [message]]);
    expect([says(good), says(better)]).toEqual([[], []]);
  });

  test('has a sale that ends after it starts, where both are known', () => {
    const [saleStart, saleEnd] = [new Date(1), new Date(2)];
    expect(isSaleInOrder({ saleStart, saleEnd })).toBe(true);
    expect(isSaleInOrder({ saleStart, saleEnd: saleStart })).toBe(false);
    expect(isSaleInOrder({ saleStart: saleEnd, saleEnd: saleStart })).toBe(false);
    expect([isSaleInOrder({ saleStart }), isSaleInOrder({ saleEnd })]).toEqual([true, true]);
    const typed = saying(ticketTypeForm, {
      ...{ name: 'Full', payWhatYouCan: false, price: '12', quantity: '10', limitPerCustomer: '4', refundHours: '' },
      ...{ saleStart: '2027-01-01T10:00', saleEnd: '' },
    });
    expect(typed({ saleEnd: '2027-01-01T09:00' })).toEqual([TICKET_MESSAGES.sale]);
    expect(typed({ saleEnd: '2027-01-01T11:00' })).toEqual([]);
  });

  test('is typed in dollars with a point or a comma, and never rounded', () => {
    const form = priceChoiceForm(500n);
    const price = (text: string) => form.safeParse({ quantity: '1', price: text }).data?.price;
    expect(['5', '5.00', '5,10', ' 7.5 ', '19.99', '999.99'].map(price)).toEqual([
      500n,
      500n,
      510n,
      750n,
      1_999n,
      99_999n,
    ]);
    expect(['4.99', '5.001', '1000', '', 'five', '-5', '5.'].map(price)).toEqual(Array(7).fill(undefined));
    const quantity = (text: string) => form.safeParse({ quantity: text, price: '5' }).data?.quantity;
    expect(['1', '20', '0', '21', '1.5', ''].map(quantity)).toEqual([
      1,
      20,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

test('a vote opens before it closes, and has whole stars up to five [FES-10:rules]', () => {
  const ballot = saying(ballotSchema, {
    ...{ type: 'CHOICE', opensAt: new Date('2027-01-01'), closesAt: new Date('2027-01-02'), ticketHoldersOnly: false },
    attendedOnly: false,
  });
  expect(ballot({ closesAt: new Date('2027-01-01') })).toEqual([VOTE_MESSAGES.closesBeforeOpen]);
  expect(ballot({ type: 'RANK' })).toEqual([VOTE_MESSAGES.type]);
  expect(ballot({ opensAt: new Date('1999-12-31') })).toEqual([MOMENT_MESSAGES.range]);
  expect(ballot({ closesAt: new Date('2200-01-02') })).toEqual([MOMENT_MESSAGES.range]);
  expect(ballot({})).toEqual([]);
  const stars = (score: number) => voteSchema.safeParse({ filmId: 'f', score }).success;
  expect([-1, 0, 1, 5, 6, 2.5].map(stars)).toEqual([false, true, true, true, false, false]);
});

describe('rows of a file [FLM-14:import]', () => {
  const row = { line: 1, filmId: 'f', watchedDay: '2026-03-14', stars: 4, rewatch: false, tags: [] };
  const importing = saying(importRowsSchema, {
    importId: 'i',
    kind: 'DIARY',
    listId: '',
    fileName: 'a.csv',
    rows: [row],
  });
  const rows = (changes: object, kind = 'DIARY') => importing({ kind, rows: [{ ...row, ...changes }] });

  test('of a diary have a day, of ratings stars; others need neither', () => {
    expect(rows({ watchedDay: '' })).toHaveLength(1);
    expect(rows({ stars: 0 }, 'RATINGS')).toHaveLength(1);
    expect(rows({ stars: 1 }, 'RATINGS')).toEqual([]);
    expect(rows({ watchedDay: '', stars: 0 }, 'WATCHLIST')).toEqual([]);
    expect(rows({ stars: 0 })).toEqual([]);
    expect(importing({ kind: 'BOOKS' })).toEqual(['Please choose what this file holds.']);
  });

  test('have days since films exist, lines from 1, and are 200 at once', () => {
    expect(rows({ watchedDay: '1888-01-01' })).toEqual([]);
    expect(rows({ watchedDay: '1887-12-31' })).toHaveLength(1);
    expect(rows({ watchedDay: '2026-02-30' })).not.toEqual([]);
    expect([rows({ line: 0 }).length, rows({ line: 10_000_000 }).length]).toEqual([1, 0]);
    expect(importing({ rows: Array(200).fill(row) })).toEqual([]);
    expect(importing({ rows: Array(201).fill(row) })).toEqual(['A part of an import has at most 200 rows.']);
    const looked = { line: 1, name: 'Salt', filmYear: 2026, uri: '', watchedDay: '' };
    const matching = saying(matchRowsSchema, { kind: 'LIST', listId: '', rows: [looked] });
    expect(matching({})).toEqual([]);
    expect(matching({ rows: [{ ...looked, name: ' ' }] })).toEqual(['A row needs a title.']);
  });

  test('a list of films has a title of one line', () => {
    const list = saying(filmListSchema, { title: 'Sea', description: '', ranked: false, isPublic: true });
    expect([list({ title: ' ' }), list({ title: letters(81) }), list({ title: letters(80) })]).toEqual([
      ['Please enter a title.'],
      ['A title has at most 80 characters.'],
      [],
    ]);
    expect([list({ description: letters(1_001) }), list({ description: letters(1_000) })]).toEqual([
      ['A description has at most 1000 characters.'],
      [],
    ]);
  });
});

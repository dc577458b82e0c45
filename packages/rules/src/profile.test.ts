import { availabilitySchema, isoDay, upcomingPeriods } from './availability.ts';
import { gallerySchema, PICTURE_MESSAGES, profilePictureSchema } from './gallery.ts';
import { isTypedAddress } from './own-data.ts';
import { bioSchema, profileNamesSchema, unionSchema } from './profile.ts';
import { SOCIAL_LINK_LABELS, socialLinkName, socialUrlSchema, withSocialLinks } from './social-links.ts';
import { hrefOf } from './web-address.ts';

const messages = (
  schema: { safeParse(value: unknown): { error?: { issues: { message: string }[] } } },
  value: unknown,
) => schema.safeParse(value).error?.issues.map(({ message }) => message);

const NOBODY = { firstName: '', lastName: '' };

test('the labels of links are those of the product; iTunes is shown as Apple Music [PRO-06]', () => {
  expect([...SOCIAL_LINK_LABELS].sort()).toEqual(
    [
      ...['IMDb', 'YouTube', 'Vimeo', 'SoundCloud', 'Spotify', 'iMovie', 'iTunes', 'website', 'Facebook', 'Instagram'],
    ].sort(),
  );
  expect(socialLinkName('iTunes')).toBe('Apple Music');
  expect(socialLinkName('IMDb')).toBe('IMDb');
});

test.each([
  '',
  'example.com',
  'https://www.imdb.com/name/nm0000001/?ref_=nv',
  'http://a.example:8080/x#y',
  'bücher.example/ä',
  `https://a.example/${'x'.repeat(72)}`,
])('"%s" is a web address, or none [PRO-07:rule]', (url) => {
  expect(messages(socialUrlSchema, url)).toBeUndefined();
});

test.each([
  'example',
  'javascript:alert(1)',
  'https://',
  'ftp://example.com',
  'https://ada@example.com',
  'https://exa mple.com',
  'https://example.com/<b>',
  '//example.com',
  '127.0.0.1',
  'printer.local',
  'https://a.localhost/b',
  'https://example.com:99999',
  `https://a.example/${'x'.repeat(73)}`,
])('"%s" is no web address [PRO-07:rule]', (url) => {
  expect(messages(socialUrlSchema, url)).toEqual(['Please enter a valid URL']);
});

test('a link without a scheme leads to https', () => {
  expect(hrefOf('example.com/a')).toBe('https://example.com/a');
  expect(hrefOf('HTTP://example.com')).toBe('HTTP://example.com');
});

test('a change of links replaces and removes by label', () => {
  const links = withSocialLinks([{ label: 'IMDb', url: 'a.example' }], [{ label: 'website', url: 'b.example' }]);
  expect(links.map(({ label }) => label)).toEqual(['website', 'IMDb']);
  expect(withSocialLinks(links, [{ label: 'IMDb', url: '' }])).toEqual([{ label: 'website', url: 'b.example' }]);
});

test('a profile needs both names [PRO-08:rule]', () => {
  expect(messages(profileNamesSchema(NOBODY), { firstName: ' ', lastName: '' })).toEqual([
    'Please let us know your first name',
    'Please let us know your last name',
  ]);
});

test.each(['Ada 2', 'A.', '-Ada', "O'Neill", 'x'.repeat(21), 'Ada\u00b7'])(
  '"%s" is no whole name of letters and spaces [PRO-08:rule]',
  (name) => {
    expect(messages(profileNamesSchema(NOBODY), { firstName: name, lastName: name })).toEqual([
      'Please provide your full first name',
      'Please provide your full last name',
    ]);
  },
);

test('names are trimmed, of any script, and may stay as they were [PRO-08:rule]', () => {
  const schema = profileNamesSchema({ firstName: 'Ada', lastName: "O'Neill" });
  expect(schema.parse({ firstName: '  Ada   Maria ', lastName: "O'Neill" })).toEqual({
    firstName: 'Ada Maria',
    lastName: "O'Neill",
  });
  expect(messages(schema, { firstName: 'Inês', lastName: 'Ёлкина' })).toBeUndefined();
  expect(messages(schema, { firstName: 'x'.repeat(20), lastName: '王' })).toBeUndefined();
});

test('a bio has at most 180 characters, a union 60 [PRO-12:rule]', () => {
  expect(messages(bioSchema, { bio: 'x'.repeat(180) })).toBeUndefined();
  expect(messages(bioSchema, { bio: 'x'.repeat(181) })).toEqual(['Please enter at most 180 characters.']);
  expect(messages(unionSchema, { union: 'x'.repeat(61) })).toEqual(['Please enter at most 60 characters.']);
});

test.each(['Ada 2', 'x'.repeat(21)])(
  '"%s" may stay where it is the name already, and no other [PRO-08:rule]',
  (name) => {
    const schema = profileNamesSchema({ firstName: name, lastName: 'L' });
    expect(messages(schema, { firstName: name, lastName: 'L' })).toBeUndefined();
    expect(messages(schema, { firstName: `${name}!`, lastName: 'L' })).toEqual(['Please provide your full first name']);
  },
);

describe('pictures of a profile', () => {
  const bytes = (count: number) => new Uint8Array(count);

  test('have a name and data, unless the picture is removed [PRO-10:rule]', () => {
    const of = (changes: object) =>
      messages(profilePictureSchema, { name: 'me.jpg', data: bytes(1), delete: false, ...changes });
    expect([of({}), of({ delete: true, name: '', data: bytes(0) })]).toEqual([undefined, undefined]);
    expect(of({ name: ' ' })).toEqual([PICTURE_MESSAGES.noName]);
    expect(of({ data: bytes(0) })).toEqual([PICTURE_MESSAGES.noData]);
    expect(of({ name: '', data: bytes(0) })).toEqual([PICTURE_MESSAGES.noName, PICTURE_MESSAGES.noData]);
    expect(of({ name: 'x'.repeat(256) })).toEqual([PICTURE_MESSAGES.bad]);
    expect(of({ name: 'x'.repeat(255), data: bytes(700 * 1024) })).toBeUndefined();
    expect(of({ data: bytes(700 * 1024 + 1) })).toEqual([PICTURE_MESSAGES.bad]);
  });

  test('are six in a gallery, in their order: those that stay by their path, new ones by their data [PRO-11:rule]', () => {
    const kept = (path: string, order: number) => ({ path, name: '', data: bytes(0), order });
    const added = (changes: object = {}) => ({ path: '', name: 'sea.jpg', data: bytes(1), order: 1, ...changes });
    expect(gallerySchema.parse([kept('b', 999), added(), kept('a', 0)]).map(({ path }) => path)).toEqual([
      'a',
      '',
      'b',
    ]);
    expect(messages(gallerySchema, Array(6).fill(added()))).toBeUndefined();
    expect(messages(gallerySchema, Array(7).fill(added()))).toEqual([PICTURE_MESSAGES.tooMany]);
    expect(messages(gallerySchema, [added({ name: '' })])).toEqual([PICTURE_MESSAGES.noName]);
    expect(messages(gallerySchema, [added({ data: bytes(0) })])).toEqual([PICTURE_MESSAGES.noData]);
    for (const order of [-1, 1_000, 1.5]) {
      expect(messages(gallerySchema, [added({ order })])).toContain(PICTURE_MESSAGES.orderWrong);
    }
    expect(messages(gallerySchema, [kept('x'.repeat(100), 0)])).toBeUndefined();
    expect(messages(gallerySchema, [kept('x'.repeat(101), 0)])).toEqual([PICTURE_MESSAGES.unknown]);
  });
});

describe('periods in which a Pro can be hired [PRO-20:rule]', () => {
  const period = (firstDay: string, lastDay = firstDay) => ({ kind: 'BOOKED' as const, firstDay, lastDay });

  test('end on or after the day on which they begin', () => {
    expect(messages(availabilitySchema, [period('2027-01-02')])).toBeUndefined();
    expect(messages(availabilitySchema, [period('2027-01-02', '2027-01-01')])).toEqual([
      'The last day comes before the first day.',
    ]);
  });

  test.each([
    ['the same day', '2027-01-05', '2027-01-05', 1],
    ['its last day', '2027-01-07', '2027-01-09', 1],
    ['its first day', '2027-01-01', '2027-01-05', 1],
    ['the days around it', '2027-01-01', '2027-01-09', 1],
    ['the day after it', '2027-01-08', '2027-01-09', 0],
    ['the day before it', '2027-01-01', '2027-01-04', 0],
  ])('share no day with another: %s', (_what, firstDay, lastDay, count) => {
    const both = [period('2027-01-05', '2027-01-07'), period(firstDay, lastDay)];
    expect(availabilitySchema.safeParse(both).error?.issues ?? []).toHaveLength(count);
  });

  test('are listed by their days, and are over a day after they have ended in UTC', () => {
    const sorted = availabilitySchema.parse([period('2027-01-05'), period('2027-01-01')]);
    expect(sorted.map(({ firstDay }) => firstDay)).toEqual(['2027-01-01', '2027-01-05']);
    const upcoming = (now: string) => upcomingPeriods(sorted, new Date(now)).length;
    expect([upcoming('2027-01-02T23:59:59Z'), upcoming('2027-01-03T00:00:00Z')]).toEqual([2, 1]);
    expect(isoDay(new Date('2027-01-31T23:59:59Z'), 1)).toBe('2027-02-01');
  });
});

test('an account is closed by its email, or where it has none by its phone number', () => {
  const both = { email: 'ada@example.com', phone: '+12025550142' };
  expect(isTypedAddress(' Ada@Example.com ', both)).toBe(true);
  for (const typed of ['ada@example.org', '+12025550142', '']) expect(isTypedAddress(typed, both)).toBe(false);
  const phone = { email: null, phone: '+12025550142' };
  expect(isTypedAddress('+1 (202) 555-0142', phone)).toBe(true);
  expect(isTypedAddress('+12025550143', phone)).toBe(false);
  expect(isTypedAddress('', { email: null, phone: null })).toBe(false);
});

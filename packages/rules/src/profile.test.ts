import { bioSchema, profileNamesSchema, unionSchema } from './profile.ts';
import { hrefOf, SOCIAL_LINK_LABELS, socialLinkName, socialUrlSchema, withSocialLinks } from './social-links.ts';

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

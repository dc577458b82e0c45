import { Code } from '@connectrpc/connect';
import {
  AccountType,
  AvailabilityKind,
  ConsumerType,
  ProfileVisibility,
} from '@marquee/contracts/identity/v1/account_pb';
import { qrCodeOf } from '@marquee/rules/qr-code';
import { failing, refusing } from '@marquee/testing/answer-calls';
import { aFilmCard, aPerson, aProfile } from '@marquee/testing/contract-messages';
import { screen, within } from '@testing-library/react';
import * as ownRoute from '../../routes/profile/own-profile.tsx';
import * as profileRoute from '../../routes/profile/profile.tsx';
import * as qrRoute from '../../routes/profile/qr-code.tsx';
import { openRoute, sentTo } from '../../testing/open-route.tsx';
import { address, press, showPage } from '../../testing/show-page.tsx';
import { personFilmsPage } from './person-films.ts';
import { ProfileError } from './profile-error.tsx';
import { profileMeta } from './profile-meta.ts';
import { Profile, ProfilePage } from './profile-page.tsx';
import { profileView } from './profile-view.ts';

const films = (count: number, nextCursor = '') => ({
  films: Array.from({ length: count }, (_, index) => ({
    film: aFilmCard({ id: `f${index}`, filmTitle: `Film ${index}` }),
    credits: [{ credit: 'Directed by' }, { credit: 'Cast', role: 'The ferryman' }, { credit: 'Directed by' }],
  })),
  nextCursor,
  creditCount: count * 2,
});
const answers = { getProfile: () => ({ profile: aProfile() }), listPersonFilms: () => films(2) };
const open = (part: object = {}) =>
  openRoute(profileRoute, '/profile/u1', { path: '/profile/:profileId', answers: { ...answers, ...part } });
const person = aPerson({ consumerType: ConsumerType.ENTERTAINMENT_PRO, profileVisibility: ProfileVisibility.PUBLIC });
const openOwn = (part: object = {}, user = person, at = '/profile') =>
  openRoute(ownRoute, at, {
    ...{ path: '/profile', viewer: user },
    answers: { getCurrentUser: () => ({ user }), listPersonFilms: () => films(0), ...part },
  });

test('a profile shows who somebody is, where their work is, and their films with what they did [PRO-03:page] [PRO-20:filmography]', async () => {
  await open();
  expect(screen.getByRole('heading', { level: 1, name: 'Inês Carvalho' })).toBeTruthy();
  for (const text of ['Director, Editor', 'Porto, Norte, Portugal', 'Cinema Workers', 'I film rivers.']) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(screen.getByText('4').parentElement?.textContent).toBe('4 credits');
  const showcase = within(screen.getByRole('region', { name: 'Showcase' }));
  const links = showcase.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Websiteines.example(opens in a new tab)', 'https://ines.example/'],
    ['Apple Musicmusic.apple.com/ines(opens in a new tab)', 'https://music.apple.com/ines'],
  ]);
  expect(showcase.getAllByRole('link')[0]?.getAttribute('rel')).toContain('nofollow ugc');
  expect(within(screen.getByRole('region', { name: 'Social media' })).getAllByRole('link')).toHaveLength(1);
  const list = within(screen.getByRole('list', { name: 'Films' }));
  expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/feed/f0', '/feed/f1']);
  expect(list.getAllByText('Directed by, Cast · The ferryman')).toHaveLength(2);
  expect(screen.getByText('All 2 films.')).toBeTruthy();
});

test('what somebody did not fill in leaves no gap', async () => {
  const bare = aProfile({ talents: [], city: '', state: '', country: '', bio: '', union: '', socialLinks: [] });
  await open({ getProfile: () => ({ profile: bare }), listPersonFilms: () => films(0) });
  expect(screen.queryByRole('region', { name: 'About' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Showcase' })).toBeNull();
  expect(screen.getByText('No films yet')).toBeTruthy();
  expect(screen.queryByText(/credit$/)).toBeNull();
});

test('photos and times stand where somebody has given them, and are no gap otherwise', async () => {
  const rich = aProfile({
    gallery: [{ path: '/media/images/g1', name: 'On the river', width: 900, height: 600 }],
    availability: [{ kind: AvailabilityKind.AVAILABLE, firstDay: '2026-01-01', lastDay: '2099-01-01' }],
  });
  await open({ getProfile: () => ({ profile: rich }) });
  for (const name of ['Gallery', 'Availability', 'About']) expect(screen.getByRole('region', { name })).toBeTruthy();
  await open({ getProfile: () => ({ profile: aProfile({ bio: '' }) }) });
  for (const name of ['Gallery', 'Availability', 'About']) expect(screen.queryByRole('region', { name })).toBeNull();
});

test('what there is nothing of is not counted out to others; the owner finds each list behind its count [PRO-16]', async () => {
  const view = profileView(aProfile({ talents: [] }));
  const counters = { connections: 1, referrals: 0, profileViews: 1_200 };
  const facts = () => screen.getAllByRole('listitem').map((item) => item.textContent);
  await showPage(<Profile profile={view} films={null} counters={counters} actions={null} mutual={<p>In common</p>} />);
  expect(facts().slice(0, 4)).toEqual([
    ...['Porto, Norte, Portugal', 'Cinema Workers', '1 connection'],
    '1,200 profile views',
  ]);
  expect(screen.queryByRole('link', { name: /connection|profile view/ })).toBeNull();
  expect(screen.getByText('In common')).toBeTruthy();
  const none = { connections: 0, referrals: 0, profileViews: 0 };
  await showPage(<Profile profile={view} films={null} counters={none} actions={null} isOwn />);
  const links = screen.getAllByRole('link', { name: /connection|profile view/ });
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['0 connections', '/profile/edit/connections'],
    ['0 profile views', '/profile/edit/profile-views'],
  ]);
  expect(screen.queryByText(/referral/)).toBeNull();
});

test('a profile stands without its films when they cannot be asked for', async () => {
  await open({ listPersonFilms: failing });
  expect(screen.getByRole('heading', { level: 1, name: 'Inês Carvalho' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('We failed to load the films.');
});

test('a long list of films continues page by page', async () => {
  const first = { ...personFilmsPage({ ...films(2), nextCursor: 'next' } as never), creditCount: 4 };
  const calls = await showPage(<ProfilePage profile={profileView(aProfile())} films={first} counters={null} />, {
    answers: { listPersonFilms: () => ({ ...films(3), films: films(3).films.slice(2) }) },
  });
  await press('Show more films');
  expect(await screen.findByText('All 3 films.')).toBeTruthy();
  expect(calls.sent('listPersonFilms')).toMatchObject([{ personId: 'u1', cursor: 'next', pageSize: 24 }]);
});

test('a profile that does not exist, or that one may not see, is not found [PRO-20:page]', async () => {
  await open({
    getProfile: refusing(Code.NotFound, { reason: 'PROFILE_NOT_FOUND', message: 'We could not find this profile.' }),
  });
  expect(screen.getByRole('heading', { name: 'We could not find this profile.' })).toBeTruthy();
});

test('the owner of a profile that nobody finds is led to their own page of it, others are not [PRO-20:own]', async () => {
  const error = (status: number) => ({ status, statusText: '', internal: false, data: '' });
  const show = async (status: number, viewer?: ReturnType<typeof aPerson>) => {
    const page = <ProfileError profileId="u1" error={error(status)} />;
    await showPage(page, { at: '/profile/u1', path: '/profile/:profileId', ...(viewer && { viewer }) });
    return address();
  };
  expect(await show(404, aPerson({ id: 'u1' }))).toBe('/profile');
  expect(await show(404, aPerson({ id: 'u2' }))).toBe('/profile/u1');
  expect(await show(404)).toBe('/profile/u1');
  expect(screen.getByRole('heading', { name: 'We could not find this page.' })).toBeTruthy();
  expect(await show(503, aPerson({ id: 'u1' }))).toBe('/profile/u1');
});

test('its owner finds the way to edit it, others do not [PRO-01:edit]', async () => {
  const page = <ProfilePage profile={profileView(aProfile())} films={null} counters={null} />;
  await showPage(page, { viewer: aPerson({ id: 'u1' }) });
  expect(screen.getByRole('link', { name: 'Edit profile' }).getAttribute('href')).toBe('/profile/edit');
  await showPage(page, { viewer: aPerson({ id: 'u2' }) });
  expect(screen.queryByRole('link', { name: 'Edit profile' })).toBeNull();
  await showPage(page);
  expect(screen.queryByRole('link', { name: 'Edit profile' })).toBeNull();
});

test('the own profile offers edit, share, a QR code and settings [PRO-01]', async () => {
  await openOwn();
  expect(screen.getByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Edit profile' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Share' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'QR code' }).getAttribute('href')).toBe('/profile/qrcode');
  expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings');
  expect(screen.getByRole('link', { name: 'Write a few lines' }).getAttribute('href')).toBe('/profile/edit/bio');
  expect(screen.getByText('Films on Marquee in which you have agreed to a credit appear here.')).toBeTruthy();
  // Small screens have room for the pictures of three alone.
  for (const name of ['Share', 'QR code', 'Settings']) expect(screen.getByText(name).className).toBe('max-lg:sr-only');
});

test.each([
  [ProfileVisibility.HIDDEN, 'Your profile is hidden: only people who have its address find it.'],
  [ProfileVisibility.PRIVATE, 'Your profile is private: nobody but you sees it.'],
])('who hides their profile is reminded [PRO-20:own]', async (profileVisibility, text) => {
  await openOwn({}, aPerson({ profileVisibility }));
  expect(screen.getByText(text)).toBeTruthy();
});

test('a visitor sees a sign-up prompt, and is asked to sign in for settings [PRO-01:visitor] [PRO-17:settings]', async () => {
  await openRoute(ownRoute, '/profile', { path: '/profile' });
  expect(screen.getByText('Sign up for a profile')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Create account' }).getAttribute('href')).toBe('/create-account');
  await press('Settings');
  expect(await screen.findByRole('heading', { name: 'Please sign in...' })).toBeTruthy();
});

test('the QR code is that of the sharing link on the host of the site [PRO-02] [PRO-18:profile]', async () => {
  const path = '/profile/qrcode';
  await openRoute(qrRoute, path, { path, viewer: person, answers: { getCurrentUser: () => ({ user: person }) } });
  const link = 'https://marquee.example/profile/u1';
  const code = screen.getByRole('img', { name: `QR code of ${link}` });
  expect(code.querySelector('path')?.getAttribute('d')).toBe(qrCodeOf(link).path);
  expect(code.querySelector('rect')?.getAttribute('fill')).toBe('#fff');
  expect(screen.getByText(link)).toBeTruthy();
});

test('a QR code has its three corners, and another for another text [PRO-02]', () => {
  const { size, path } = qrCodeOf('https://marquee.example/profile/u1');
  const isDark = (x: number, y: number) => path.includes(`M${x} ${y}h`);
  for (const [x, y] of [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ] as const) {
    const rings = [0, 1, 2, 3, 4, 5, 6].map((step) => isDark(x + step, y + 3));
    expect(rings).toEqual([true, false, true, true, true, false, true]);
  }
  expect(qrCodeOf('https://marquee.example/profile/u2').path).not.toBe(path);
});

test('a visitor signs in before the QR code', async () => {
  await openRoute(qrRoute, '/profile/qrcode', { path: '/profile/qrcode' });
  expect(sentTo()).toBe('/sign-in?returnTo=%2Fprofile%2Fqrcode');
});

test('a profile is opened by its id in the query too [PRO-03:query]', async () => {
  await openOwn({}, person, '/profile?profileId=u7');
  expect(sentTo()).toBe('/profile/u7');
});

test('onboarding comes before the profile', async () => {
  await openOwn({}, aPerson({ isOnboarding: true }));
  expect(sentTo()).toBe('/onboarding');
});

const SITE = 'https://marquee.example';
type Tag = Record<string, unknown>;
const tagsOf = (part: Parameters<typeof aProfile>[0] = {}) => {
  const profile = aProfile(part);
  return profileMeta(profileView(profile), profile.listed, SITE) as Tag[];
};
const content = (tags: Tag[], name: string) => tags.find((tag) => tag.name === name || tag.property === name)?.content;
const about = (tags: Tag[]) => tags.find((tag) => 'script:ld+json' in tag)?.['script:ld+json'];

test('a shared profile says who it is, and machines read a Person [PRO-19:profile]', () => {
  const tags = tagsOf();
  expect(tags[0]).toEqual({ title: 'Inês Carvalho · Marquee' });
  expect(content(tags, 'description')).toBe('I film rivers.');
  expect(content(tags, 'og:type')).toBe('profile');
  expect(content(tags, 'og:image')).toBe(`${SITE}/share/profiles/u1.png`);
  expect(content(tags, 'twitter:card')).toBe('summary_large_image');
  expect(tags.find(({ rel }) => rel === 'canonical')?.href).toBe(`${SITE}/profile/u1`);
  expect(content(tags, 'robots')).toBeUndefined();
  expect(about(tags)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Person',
    name: 'Inês Carvalho',
    url: `${SITE}/profile/u1`,
    description: 'I film rivers.',
    image: `${SITE}/media/images/p1/320.jpg`,
    jobTitle: ['Director', 'Editor'],
    address: { '@type': 'PostalAddress', addressLocality: 'Porto', addressRegion: 'Norte', addressCountry: 'PT' },
    sameAs: ['https://ines.example/', 'https://music.apple.com/ines', 'https://www.instagram.com/ines'],
  });
});

test('a company is an organization, and a bare profile says only what is there [PRO-19:profile]', () => {
  expect(about(tagsOf({ type: AccountType.COMPANY }))).toMatchObject({ '@type': 'Organization' });
  const bare = { bio: '', city: '', state: '', country: '', talents: [], socialLinks: [], profilePicture: '' };
  expect(content(tagsOf(bare), 'description')).toBe('Inês Carvalho');
  expect(content(tagsOf({ ...bare, talents: ['Editor'] }), 'description')).toBe('Inês Carvalho, Editor');
  expect(Object.keys(about(tagsOf(bare)) as object)).toEqual(['@context', '@type', 'name', 'url']);
});

test('a profile that is not listed asks search engines not to, and tells them nothing [PRO-20:hidden]', () => {
  const tags = tagsOf({ listed: false });
  expect(content(tags, 'robots')).toBe('noindex');
  expect(about(tags)).toBeUndefined();
});

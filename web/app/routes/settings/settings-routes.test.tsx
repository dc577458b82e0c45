import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { GiftState } from '@marquee/contracts/festival/v1/gift_pb';
import { ClaimState } from '@marquee/contracts/film/v1/crew_pb';
import { AccountType, ConsumerType } from '@marquee/contracts/identity/v1/account_pb';
import { EmailChangeState } from '@marquee/contracts/identity/v1/auth_pb';
import { CardSetupStep } from '@marquee/contracts/identity/v1/payment_methods_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aClaim, aFilmCard, aPerson } from '@marquee/testing/contract-messages';
import { SITE_SCREENS } from '@marquee/testing/screens';
import { screen, waitFor, within } from '@testing-library/react';
import { SETTINGS_GROUPS } from '../../features/settings/settings-screens.ts';
import { openRoute, sentTo } from '../../testing/open-route.tsx';
import { address, press, seeToast, showPage, type } from '../../testing/show-page.tsx';
import * as complete from '../profile/complete-profile.tsx';
import * as talents from '../profile/select-talents.tsx';
import AccountRoute, * as account from './account.tsx';
import * as appearance from './appearance.tsx';
import * as coins from './coins.tsx';
import EmailRoute, * as email from './email.tsx';
import * as invitations from './invitations.tsx';
import * as language from './language.tsx';
import * as payment from './payment.tsx';
import * as paymentAdd from './payment-add.tsx';
import PhoneRoute, * as phone from './phone.tsx';
import * as plans from './plans.tsx';
import * as receipts from './receipts.tsx';
import * as settings from './settings.tsx';
import * as subscription from './subscription.tsx';
import * as tickets from './tickets.tsx';
import * as unlocked from './unlocked-films.tsx';
import * as verifyEmail from './verify-email.tsx';
import * as verifyPhone from './verify-phone.tsx';

const user = aPerson({ phone: '+12025550100' });
const answers: Answers = {
  listOwnTickets: () => ({}),
  listTicketGifts: () => ({}),
  getCurrentUser: () => ({ user }),
  listUnlockedFilms: () => ({}),
  listOwnCredits: () => ({}),
  getPlans: () => ({}),
  getMyCoins: () => ({}),
  listPaymentMethods: () => ({}),
  startCardSetup: () => ({ setup: { id: 'a', step: CardSetupStep.CARD } }),
  listReceipts: () => ({}),
  listPlanReceipts: () => ({}),
  listTicketReceipts: () => ({}),
};

test.each([
  [settings, '/settings', 'Settings', 'Unlocked films'],
  [account, '/settings/account', 'Account', 'Email and phone'],
  [email, '/settings/email', 'Change your email', 'New email'],
  [phone, '/settings/phone', 'Change your phone number', 'New phone number'],
  [verifyEmail, '/settings/verify-email', 'Confirm your email', 'Use another email'],
  [verifyPhone, '/settings/verify-phone', 'Confirm your phone number', 'Start again'],
  [appearance, '/settings/appearance', 'Appearance', 'The lights are down.'],
  [language, '/settings/language', 'Language', 'Français'],
  [unlocked, '/settings/unlocked-films', 'Unlocked films', 'You have not unlocked a film yet'],
  [invitations, '/settings/invitations', 'Invitations', 'You have no invitations'],
  [tickets, '/settings/tickets', 'My tickets', 'You have no tickets yet'],
  [payment, '/settings/payment', 'Payment', 'You have saved no card'],
  [paymentAdd, '/settings/payment/add', 'Add a way to pay', 'Save this card'],
  [plans, '/settings/plans', 'Plans and pricing', 'There are no plans to buy'],
  [subscription, '/settings/subscription', 'Subscription', 'You have no subscription'],
  [coins, '/settings/coins', 'Coins', 'You have no coins yet'],
  [receipts, '/settings/receipts', 'Receipts', 'You have no receipts here'],
  [complete, '/profile/complete', 'Welcome, Ada', 'Complete your profile, so that people see who you are.'],
])('screen %# is for who is signed in; a visitor signs in first [SET-01:screens]', async (route, at, title, text) => {
  await openRoute(route, at, { path: at });
  await waitFor(() => expect(sentTo()).toBe(`/sign-in?${new URLSearchParams({ returnTo: at })}`));
  await openRoute(route, at, { path: at, viewer: user, answers });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
  expect(screen.getAllByText(text).length).toBeGreaterThan(0);
});

test('the index leads to every screen of the settings, each with one line, and the others have their addresses [SET-01]', async () => {
  await openRoute(settings, '/settings', { path: '/settings', viewer: user, answers });
  const hrefs = (await screen.findAllByRole('link')).map((link) => link.getAttribute('href'));
  const paths = SETTINGS_GROUPS.flatMap(({ screens }) => screens.map(({ path }) => path));
  expect(hrefs).toEqual([...paths, '/add-account']);
  expect(paths).toEqual(
    expect.arrayContaining([
      ...[
        'account',
        'notifications',
        'appearance',
        'language',
        'blocked-users',
        'unlocked-films',
        'invitations',
        'tickets',
      ].map((name) => `/settings/${name}`),
      ...['payment', 'plans', 'report-bug', 'feedback', 'export', 'close-account'].map((name) => `/settings/${name}`),
      ...['/terms-of-use', '/privacy-policy', '/license-agreement', '/faq'],
    ]),
  );
  const behind = ['email', 'phone', 'verify-email', 'verify-phone', 'payment/add'].map((name) => `/settings/${name}`);
  const addresses = Object.keys(SITE_SCREENS).map((path) => `/${path.replace(/\/:\w+\?$/, '')}`);
  expect(addresses).toEqual(expect.arrayContaining([...paths, ...behind, '/forbidden']));
  for (const { line } of SETTINGS_GROUPS.flatMap(({ screens }) => screens))
    expect(screen.getByText(String(line))).toBeTruthy();
});

describe('email and phone', () => {
  const challenge = { session: 's1', userId: 'u9', username: 'x', digits: '42', resendAfterS: 30 };
  const open = (kind: 'email' | 'phone', more: Answers) => {
    const at = `/settings/${kind}`;
    const loader = () => ({ now: kind === 'email' ? user.email : user.phone, home: 'US' });
    return showPage(kind === 'email' ? EmailRoute : PhoneRoute, { at, path: at, viewer: user, loader, answers: more });
  };

  test.each([
    {
      kind: 'email' as const,
      ...{ label: 'New email', button: 'Send a link', next: '/settings/verify-email' },
      ...{ typed: ' New@Example.com ', sends: { email: 'new@example.com' }, keeps: 'new@example.com' },
    },
    {
      kind: 'phone' as const,
      ...{ label: 'New phone number', button: 'Send a code', next: '/settings/verify-phone' },
      ...{ typed: '(202) 555-0111', sends: { phone: '+12025550111' }, keeps: '+12025550111' },
    },
  ])('a new $kind is asked for and proven on the next screen [SET-04:edit]', async (given) => {
    const { kind, label, button, typed, sends, keeps, next } = given;
    const { sent } = await open(kind, { updateProfile: () => ({ user, challenge, next }) });
    await type(label, typed);
    await press(button);
    await waitFor(() => expect(address()).toBe(next));
    expect(sent('updateProfile')).toEqual([expect.objectContaining(sends)]);
    expect(sessionStorage.getItem('challenge')).toContain(keeps);
  });

  test.each([
    ['email', 'New email', 'Send a link', 'a@example.com', 'Failed to update email'],
    ['phone', 'New phone number', 'Send a code', '2025550111', 'Failed to update phone'],
  ] as const)("a %s that fails says so with the server's message, and can be sent again [SET-04]", async (...given) => {
    const [kind, label, button, typed, title] = given;
    const message = 'You have asked too often. Please try again later.';
    const refused = refusing(Code.ResourceExhausted, { message });
    const { sent } = await open(kind, {
      updateProfile: inTurn<unknown[], unknown>(refused, () => ({ user })) as never,
    });
    await type(label, typed);
    await press(button);
    expect((await screen.findByRole('alert')).textContent).toBe(title + message);
    expect((screen.getByLabelText(label) as HTMLInputElement).value).toBe(typed);
    await press(button);
    await waitFor(() => expect(address()).toBe('/settings/account'));
    expect(sent('updateProfile')).toHaveLength(2);
  });

  test('what is no address is not sent [SET-04:edit]', async () => {
    const { sent } = await open('email', {});
    await press('Send a link');
    expect(screen.getByText('Please enter your email.')).toBeTruthy();
    await type('New email', 'nobody');
    await press('Send a link');
    expect(screen.getByText('Please enter a valid email.')).toBeTruthy();
    expect(sent('updateProfile')).toEqual([]);
    const { sent: sentByPhone } = await open('phone', {});
    await type('New phone number', '12');
    await press('Send a code');
    expect(screen.getByText('Please enter a valid phone number.')).toBeTruthy();
    expect(sentByPhone('updateProfile')).toEqual([]);
  });

  test('the account shows both, and removes one after asking; the last one has no such button [SET-04:remove]', async () => {
    const updateProfile = inTurn<unknown[], unknown>(failing, () => ({ user }));
    const { sent } = await showPage(<AccountRoute />, {
      ...{ viewer: user, at: '/settings/account', path: '/settings/account' },
      answers: {
        listPasskeys: () => ({}),
        listOwnSessions: () => ({}),
        updateProfile: updateProfile as never,
      },
    });
    const list = within(await screen.findByRole('list', { name: 'Email and phone' }));
    expect(list.getByText('ada@example.com')).toBeTruthy();
    expect(list.getByRole('link', { name: 'Change email' }).getAttribute('href')).toBe('/settings/email');
    await press('Remove phone number');
    expect(await screen.findByText(/You cannot sign in with \+12025550100 any more/)).toBeTruthy();
    await press('Remove');
    await seeToast('Failed to update phone');
    await press('Remove');
    await seeToast('Your phone number was removed.');
    expect(sent('updateProfile').at(-1)).toMatchObject({ phone: '' });

    await showPage(<AccountRoute />, {
      viewer: aPerson(),
      answers: { listPasskeys: () => ({}), listOwnSessions: () => ({}) },
    });
    expect(await screen.findByRole('link', { name: 'Add phone number' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove email' })).toBeNull();
  });
});

describe('unlocked films and invitations [SET-09]', () => {
  const now = Date.now();
  const item = (title: string, hours: number, paidAmount = 0n) => ({
    film: aFilmCard({ id: title, filmTitle: title }),
    expireAt: timestampFromDate(new Date(now + hours * 3_600_000)),
    paidAmount,
  });
  const open = (page: object, more: Answers = {}) =>
    openRoute(unlocked, '/settings/unlocked-films', {
      ...{ path: '/settings/unlocked-films', viewer: user },
      answers: {
        listUnlockedFilms: inTurn<unknown[], unknown>(
          () => page,
          failing,
          () => ({}),
        ) as never,
        ...more,
      },
    });

  test('each film says until when and for how much, those that ended too [SET-09:unlocked]', async () => {
    await open({ items: [item('Salt', 5), item('Low Tide', -5, 499n)] });
    const list = within(await screen.findByRole('list', { name: 'Unlocked films' }));
    const [salt, tide] = list.getAllByRole('listitem');
    expect(salt?.textContent).toMatch(/SaltUntil .*Free$/);
    expect(tide?.textContent).toMatch(/Low TideEnded .*\$4\.99$/);
    expect(
      within(salt as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/feed/Salt');
    expect(screen.getByText('2 films.')).toBeTruthy();
  });

  test('more films come on demand, a failure can be asked for again, and the end is said [SET-09:unlocked]', async () => {
    await open({ items: [item('Salt', 5)], nextCursor: 'c1' });
    await screen.findByText('Salt');
    await press('Show more');
    expect(await screen.findByText('We failed to load more of your films.')).toBeTruthy();
    await press('Try again');
    expect(await screen.findByText('One film.')).toBeTruthy();
  });

  test('films that cannot be loaded say so [SET-09:unlocked]', async () => {
    await open({}, { listUnlockedFilms: refusing(Code.Unavailable) });
    expect(await screen.findByText('This part of Marquee is not available right now.')).toBeTruthy();
  });

  test('an invitation to a credit opens its film, or its question while nobody sees the film; one to a ticket opens the ticket [SET-09:invitations]', async () => {
    const credits = [
      aClaim({ id: 'k1', filmId: 'f1', filmTitle: 'Salt', filmVisible: true, makerName: 'Maeve Byrne' }),
      aClaim({ id: 'k2', filmId: 'f2', filmTitle: 'Low Tide', state: ClaimState.ACCEPTED }),
    ];
    const ticket = { id: 't1', eventId: 'e1', event: { id: 'e1', name: 'Opening night' } };
    const gift = { id: 'g1', state: GiftState.SENT, giverName: 'Ada Lovelace', ticket };
    await openRoute(invitations, '/settings/invitations', {
      ...{ path: '/settings/invitations', viewer: user },
      answers: { listOwnCredits: () => ({ credits }), listTicketGifts: () => ({ waiting: [gift] }) },
    });
    expect((await screen.findByRole('link', { name: /Opening night/ })).getAttribute('href')).toBe(
      '/events/e1/tickets/t1',
    );
    const list = within(await screen.findByRole('list', { name: 'Invitations' }));
    const hrefs = list.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual(['/feed/f1', '/credits']);
    expect(list.getByText(/Maeve Byrne names you/)).toBeTruthy();
    expect(list.getByText('Waiting for you')).toBeTruthy();
    expect(list.getByText('Accepted')).toBeTruthy();
  });
});

describe('completing a profile [ONB-08]', () => {
  const open = (viewer: ReturnType<typeof aPerson>) =>
    openRoute(complete, '/profile/complete', {
      ...{ path: '/profile/complete', viewer },
      answers: { getCurrentUser: () => ({ user: viewer }) },
    });
  const pro = { consumerType: ConsumerType.ENTERTAINMENT_PRO, type: AccountType.INDIVIDUAL };

  test('it says what is missing, where to add it, and how far it is [ONB-08:complete]', async () => {
    await open(aPerson({ ...pro, bio: 'I act.' }));
    const parts = await screen.findByRole('list', { name: 'Parts of your profile' });
    const links = within(parts).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      expect.arrayContaining(['/profile/edit/bio', '/profile/talents', '/profile/edit/showcase']),
    );
    expect(links.filter(({ textContent }) => textContent?.endsWith('Done'))).toHaveLength(1);
    expect(screen.getByText(`1 of ${links.length}`)).toBeTruthy();
  });

  test('a Movie Lover has no talents to add; who is onboarding finishes that first [ONB-08:complete]', async () => {
    await open(aPerson());
    const parts = await screen.findByRole('list', { name: 'Parts of your profile' });
    expect(within(parts).queryByText('Talents')).toBeNull();
    await open(aPerson({ isOnboarding: true }));
    await waitFor(() => expect(sentTo()).toBe('/onboarding'));
  });

  test('talents are selected outside of onboarding, by Pros [ONB-08:talents]', async () => {
    const at = { path: '/profile/talents' };
    const answersFor = (viewer: ReturnType<typeof aPerson>) => ({ getCurrentUser: () => ({ user: viewer }) });
    const maker = aPerson({ ...pro, talents: ['Director'] });
    await openRoute(talents, at.path, { ...at, viewer: maker, answers: answersFor(maker) });
    expect(await screen.findByRole('heading', { level: 1, name: 'Select your talents' })).toBeTruthy();
    expect(screen.getByText('Director')).toBeTruthy();
    const lover = aPerson();
    await openRoute(talents, at.path, { ...at, viewer: lover, answers: answersFor(lover) });
    await waitFor(() => expect(sentTo()).toBe('/profile'));
  });
});

test('the change of an email that nobody asked for has expired, and can be started again [AUT-14:expired]', async () => {
  await openRoute(verifyEmail, '/settings/verify-email', {
    ...{ path: '/settings/verify-email', viewer: user },
    answers: { checkEmailChangeStatus: () => ({ emailStatus: { status: EmailChangeState.EXPIRED } }) },
  });
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This change has expired. Nothing was changed. Please start again.',
  );
  expect(screen.getByRole('link', { name: 'Start again' }).getAttribute('href')).toBe('/settings/email');
});

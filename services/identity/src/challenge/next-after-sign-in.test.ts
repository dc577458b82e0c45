import { createServer, type Socket } from 'node:net';
import { Code, ConnectError } from '@connectrpc/connect';
import { atEnd } from '@marquee/testing/cleanup';
import { listenLocally } from '@marquee/testing/listen-locally';
import { recordingLog } from '@marquee/testing/recording-log';
import { silentLog } from '@marquee/testing/silent-log';
import { identityService, signInByLink } from '../testing/identity-service.ts';
import { festivalClient } from './festival-client.ts';
import { filmClient } from './film-client.ts';
import { invitationTargets } from './invitation-target.ts';
import { nextAfterSignIn, type SignedInAccount } from './next-after-sign-in.ts';
import { readIntent, sourceOf } from './sign-in-intent.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const LOVER: SignedInAccount = {
  consumerType: 'MOVIE_LOVER',
  accountType: null,
  firstName: 'Ada',
  lastName: 'Lovelace',
  talents: [],
  country: 'US',
  isOnboarding: false,
  source: '',
  sourceId: '',
  createdAt: NOW,
};
const FESTIVAL = { source: 'FESTIVAL', sourceId: 'f1', createdAt: new Date(NOW.getTime() - 259_199_999) };
const NEW = { ...LOVER, consumerType: null, isOnboarding: true };
const CREDIT = { type: 'CREDIT', filmId: 'film1', filmVisible: true, invitationToken: 'i1.signature' } as const;
const TICKET = { type: 'EVENT_TICKET', eventId: 'e1', userTicketId: 't1' } as const;
const ALL = readIntent({
  addNewAccount: true,
  festivalSponsorshipCode: 'code',
  fromLaunchFestival: true,
  returnTo: '/feed/1?a=b#c',
});
const later = (change: object) => readIntent({ ...ALL, ...change });

describe('after sign-in, the first that matches [AUT-10]', () => {
  const fresh = { ...NEW, ...FESTIVAL };
  const sponsored = later({ addNewAccount: false });
  const launched = later({ addNewAccount: false, festivalSponsorshipCode: '' });
  const plain = later({ addNewAccount: false, festivalSponsorshipCode: '', fromLaunchFestival: false });
  const nothing = readIntent({});

  test.each([
    ['adding an account', fresh, ALL, CREDIT, '/settings'],
    ['sponsorship', fresh, sponsored, CREDIT, '/user/orgs'],
    ['launch festival', fresh, launched, CREDIT, '/user/orgs'],
    ['an invitation to a credit', fresh, plain, CREDIT, '/feed/film1'],
    [
      'one before the film is released',
      fresh,
      plain,
      { ...CREDIT, filmVisible: false },
      '/credits?invitation=i1.signature',
    ],
    ['an invitation to a ticket', fresh, plain, TICKET, '/events/e1/tickets/t1'],
    ['a fresh account from a festival', fresh, plain, undefined, '/festivals/f1'],
    ['onboarding', NEW, plain, undefined, '/onboarding'],
    ['where they were going', LOVER, plain, undefined, '/feed/1?a=b#c'],
    ['the home page', LOVER, nothing, undefined, '/'],
  ])('%s [AUT-10:built]', (_name, account, intent, invitation, next) => {
    expect(nextAfterSignIn(account, intent, invitation, NOW)).toBe(next);
  });

  test('an account from a festival is fresh for less than 259,200,000 ms [AUT-10:built]', () => {
    const old = { ...LOVER, ...FESTIVAL, createdAt: new Date(NOW.getTime() - 259_200_000) };
    expect(nextAfterSignIn(old, readIntent({}), undefined, NOW)).toBe('/');
    expect(nextAfterSignIn({ ...LOVER, ...FESTIVAL, source: 'OTHER' }, readIntent({}), undefined, NOW)).toBe('/');
    expect(nextAfterSignIn({ ...LOVER, ...FESTIVAL, sourceId: '' }, readIntent({}), undefined, NOW)).toBe('/');
  });

  test('ids of others cannot lead out of their place in the path [AUT-10:built]', () => {
    const account = { ...LOVER, ...FESTIVAL, sourceId: '../../evil' };
    expect(nextAfterSignIn(account, readIntent({}), undefined, NOW)).toBe('/festivals/..%2F..%2Fevil');
  });

  test('onboarding continues where it was left [AUT-10:built ONB-02:core]', () => {
    const pro = { ...NEW, consumerType: 'ENTERTAINMENT_PRO', accountType: 'COMPANY' };
    const next = (change: object) => nextAfterSignIn({ ...pro, ...change }, readIntent({}), undefined, NOW);
    expect(next({ accountType: null })).toBe('/onboarding');
    expect(next({ firstName: '' })).toBe('/onboarding/fullname');
    expect(next({})).toBe('/onboarding/talents');
    expect(next({ talents: ['Cinema'] })).toBe('/onboarding/location');
    expect(nextAfterSignIn({ ...LOVER, isOnboarding: true }, readIntent({}), undefined, NOW)).toBe(
      '/onboarding/fullname',
    );
  });
});

test('an intent keeps what it understands: paths of this site, short ids', () => {
  expect(readIntent({ returnTo: '//evil.example', referrerId: 'x'.repeat(65), getStart: 'yes' })).toEqual(
    readIntent({}),
  );
  expect(readIntent({ returnTo: '/festivals/f1/', referrerId: 'r' })).toMatchObject({
    returnTo: '/festivals/f1/',
    referrerId: 'r',
  });
});

test('an account made on the way to a festival has it as its source [AUT-10:built]', () => {
  expect(sourceOf(readIntent({ returnTo: '/festivals/f1?tab=films' }))).toEqual({ source: 'FESTIVAL', sourceId: 'f1' });
  expect(sourceOf(readIntent({ returnTo: '/festivals' }))).toEqual({ source: '', sourceId: '' });
});

describe('invitations, as film returns them', () => {
  const asking = (answer: () => Promise<{ filmId: string }>) =>
    filmClient({ getCreditInvitation: answer as never }, silentLog).find('i1');

  test('lead to the film of the credit [AUT-10:built]', async () => {
    const { type, ...found } = CREDIT;
    expect(await asking(async () => found)).toEqual({ type, ...found });
  });

  test('that are unknown lead nowhere', async () => {
    expect(await asking(() => Promise.reject(new ConnectError('', Code.NotFound)))).toBeUndefined();
    expect(await asking(async () => ({ filmId: '' }))).toBeUndefined();
    const getTicketInvitation = async () => ({ eventId: '' }) as never;
    expect(await festivalClient({ getTicketInvitation }, silentLog).find('i1')).toBeUndefined();
  });

  test.each([
    [Code.NotFound, []],
    [Code.InvalidArgument, []],
    [Code.Unavailable, ['the invitation of a sign-in could not be looked up']],
  ])(
    'that film refuses with code %i lead nowhere, and what keeps film from answering is logged',
    async (code, lines) => {
      const { log, said } = recordingLog();
      const getCreditInvitation = () => Promise.reject(new ConnectError('', code));
      expect(await filmClient({ getCreditInvitation } as never, log).find('i1')).toBeUndefined();
      expect(said()).toEqual(lines);
    },
  );
});

describe('invitations to tickets', () => {
  const answers = async (answer: () => Promise<unknown>) => {
    const { log, said } = recordingLog();
    const festival = festivalClient({ getTicketInvitation: answer as never }, log);
    const film = filmClient({ getCreditInvitation: () => Promise.reject(new ConnectError('', Code.NotFound)) }, log);
    return { target: await invitationTargets(film, festival).find('i1'), said: said() };
  };

  test('lead to the ticket, as festival returns it, where film knows no such invitation [AUT-10:ticket]', async () => {
    const { type: _, ...found } = TICKET;
    expect(await answers(async () => found)).toEqual({ target: TICKET, said: [] });
  });

  test.each([
    [Code.NotFound, []],
    [Code.Unavailable, ['the ticket invitation of a sign-in could not be looked up']],
  ])('that festival refuses with code %i lead nowhere', async (code, said) => {
    expect(await answers(() => Promise.reject(new ConnectError('', code)))).toEqual({ target: undefined, said });
  });
});

test('sign-in continues when the invitation cannot be asked for [AUT-10:built]', async () => {
  // Something that takes connections and never answers.
  const connections: Socket[] = [];
  const silent = createServer((connection) => connections.push(connection));
  atEnd(() => {
    for (const connection of connections) connection.destroy();
    silent.close();
  });
  const port = await listenLocally(silent);
  const identity = await identityService({ addresses: { film: `127.0.0.1:${port}` } });
  const { email } = await identity.anAccount();
  const browser = identity.browser();
  const { challenge } = await browser.startSignIn({ email, intent: { invitationId: 'i1', returnTo: '/rewards' } });
  const { linkToken } = await identity.message(challenge);
  expect(await browser.confirmLink({ token: linkToken })).toMatchObject({ next: '/rewards' });
  await signInByLink(identity, browser, email);
});

import { createRegistry, fromBinary, type Message, type MessageInitShape, type MessageShape } from '@bufbuild/protobuf';
import type { Client } from '@connectrpc/connect';
import { EnvelopeSchema } from '@marquee/contracts/events/v1/envelope_pb';
import { file_events_v1_identity } from '@marquee/contracts/events/v1/identity_pb';
import {
  AuthService,
  type Challenge,
  type CheckEmailVerificationRequestSchema,
  type VerifyCodeRequestSchema,
} from '@marquee/contracts/identity/v1/auth_pb';
import { BlockService } from '@marquee/contracts/identity/v1/block_pb';
import { BrowserAccountService } from '@marquee/contracts/identity/v1/browser_account_pb';
import { CoinGrantService } from '@marquee/contracts/identity/v1/coin_grants_pb';
import { ConnectionService } from '@marquee/contracts/identity/v1/connection_pb';
import { OwnSessionService } from '@marquee/contracts/identity/v1/own_session_pb';
import { PasskeyService } from '@marquee/contracts/identity/v1/passkey_pb';
import { PaymentCustomerService } from '@marquee/contracts/identity/v1/payment_customers_pb';
import { PaymentMethodService } from '@marquee/contracts/identity/v1/payment_methods_pb';
import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { OwnDataService } from '@marquee/contracts/identity/v1/personal_data_pb';
import { PlanBackOfficeService, PlanFactsService, PlanService } from '@marquee/contracts/identity/v1/plans_pb';
import { ProfileService, type UpdateProfileRequestSchema } from '@marquee/contracts/identity/v1/profile_pb';
import { ProfileReportService } from '@marquee/contracts/identity/v1/profile_report_pb';
import { ProfileViewService } from '@marquee/contracts/identity/v1/profile_view_pb';
import { PlanReceiptService } from '@marquee/contracts/identity/v1/receipts_pb';
import { ReportQueueService } from '@marquee/contracts/identity/v1/report_queue_pb';
import { SessionService } from '@marquee/contracts/identity/v1/session_pb';
import { StaffNoticeService } from '@marquee/contracts/identity/v1/staff_notice_pb';
import { UserBackOfficeService } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { newId } from '@marquee/data/ids';
import { createOutbox } from '@marquee/events/outbox';
import { type ClientInfo, encodeClientInfo } from '@marquee/runtime/client-info';
import { loadConfig } from '@marquee/runtime/config';
import { signingKeyToPem } from '@marquee/runtime/keys';
import type { AccountViewer, Viewer } from '@marquee/runtime/viewer';
import { verifyViewerToken } from '@marquee/runtime/viewer-token';
import { atEnd } from '@marquee/testing/cleanup';
import { clientFor } from '@marquee/testing/client-for';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { verifierKeys, viewerKey } from '@marquee/testing/test-keys';
import { type TestPlatformOptions, testPlatform } from '@marquee/testing/test-platform';
import { viewers } from '@marquee/testing/viewers';
import { identityConfig } from '../config.ts';
import type { AccountResources } from '../resources.ts';
import type { ImportedAccount } from '../seed/import-accounts.ts';
import { importAccounts } from '../seed/import-accounts.ts';
import { identity } from '../service.ts';
import { startPicturesDouble } from './pictures-double.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

type Options = TestPlatformOptions & {
  env?: Record<string, string>;
  /** Starts a double of media beside it. */
  withMedia?: boolean;
};

/** Identity with everything real, and the browsers and the mailbox of those who use it. */
export async function identityService({ env, withMedia, ...options }: Options = {}) {
  const clock = fixedClock('2026-11-20T12:00:00Z');
  const alone = await testPlatform('identity', { clock, ...options });
  const pictures = withMedia ? await startPicturesDouble(alone) : undefined;
  if (pictures) atEnd(() => pictures.stop());
  const addresses = { ...alone.addresses, ...(pictures && { media: pictures.address }) };
  const platform = { ...alone, addresses };
  const key = (seed: string) => Buffer.alloc(32, seed).toString('base64');
  const config = loadConfig(identityConfig, {
    PUBLIC_URL: 'http://localhost:3000',
    CHALLENGE_KEY: key('a'),
    CHALLENGE_HASH_KEY: key('b'),
    CURSOR_KEY: key('c'),
    VIEWER_SIGNING_KEY: signingKeyToPem(viewerKey),
    ...env,
  });
  const service = await identity.start(config, platform);
  atEnd(() => service.drain());
  const resources: AccountResources = {
    db: platform.db,
    outbox: createOutbox({ clock }),
    clock,
    signals: platform.signals,
  };
  const notification = clientFor(service, SessionService, viewers.service('notification'));
  const gateway = clientFor(service, SessionService, viewers.service('gateway'));

  return {
    service,
    clock,
    db: platform.db,
    bus: platform.bus,
    blobs: platform.blobs,
    signals: platform.signals,
    resources,
    /** What media has been sent. */
    sentPictures: pictures?.kept ?? [],
    convertedPictures: pictures?.converted ?? [],
    notification,
    browser: (browser: Partial<ClientInfo> = {}) => openBrowser(service, gateway, browser),
    /** The viewer token that a session's cookie gives; '' for one that lets nobody in. */
    resolve: async (sessionToken: string) => (await resolvedBy(gateway, sessionToken)).viewerToken,
    /** What the newest message of a challenge holds. */
    message: (challenge: Challenge | undefined, generation = 1) =>
      notification.revealChallenge({ challengeId: challenge?.session ?? '', generation }),
    events: () => publishedEvents(platform.db),
    people: (viewer: AccountViewer) => clientFor(service, PeopleService, viewer),
    exportAs: (caller: string) => clientFor(service, PeopleService, viewers.service(caller)),
    coinGrantsAs: (caller: string) => clientFor(service, CoinGrantService, viewers.service(caller)),
    profile: (viewer: AccountViewer) => clientFor(service, ProfileService, viewer),
    backOffice: (viewer: Viewer) => clientFor(service, UserBackOfficeService, viewer),
    plans: (viewer: Viewer) => clientFor(service, PlanService, viewer),
    planBackOffice: (viewer: Viewer) => clientFor(service, PlanBackOfficeService, viewer),
    planFacts: (caller: string) => clientFor(service, PlanFactsService, viewers.service(caller)),
    paymentCustomers: (caller: string) => clientFor(service, PaymentCustomerService, viewers.service(caller)),
    paymentMethods: (viewer: AccountViewer) => clientFor(service, PaymentMethodService, viewer),
    receipts: (viewer: Viewer) => clientFor(service, PlanReceiptService, viewer),
    reportQueue: (viewer: Viewer) => clientFor(service, ReportQueueService, viewer),
    staffNotices: (viewer: Viewer) => clientFor(service, StaffNoticeService, viewer),
    anAccount: (account: Partial<ImportedAccount> = {}) => anAccount(resources, account),
    /** Somebody with an account, and all that they can do with others. */
    somebody: async (account: Partial<ImportedAccount> = {}) => asPerson(service, await anAccount(resources, account)),
    /** Profiles as the browser of any viewer sees and reports them. */
    views: (viewer: Viewer, browser: Partial<ClientInfo> = {}) =>
      clientFor(service, ProfileViewService, viewer, { clientInfoBytes: encodeClientInfo(browser) }),
    reports: (viewer: Viewer) => clientFor(service, ProfileReportService, viewer),
  };
}

function asPerson(service: { rpcPort: number }, { id, email, firstName, lastName }: ImportedAccount) {
  const viewer = viewers.movieLover({ accountId: id });
  const person = { profileId: id };
  return {
    ...{ id, firstName, lastName, viewer, person },
    connections: clientFor(service, ConnectionService, viewer),
    blocks: clientFor(service, BlockService, viewer),
    people: clientFor(service, PeopleService, viewer),
    views: clientFor(service, ProfileViewService, viewer),
    profile: clientFor(service, ProfileService, viewer),
    reports: clientFor(service, ProfileReportService, viewer),
    close: () => clientFor(service, OwnDataService, viewer).closeOwnAccount({ typed: email ?? '' }),
    keep: () => clientFor(service, OwnDataService, viewer).keepOwnAccount({}),
    ask: (other: { person: { profileId: string } }) =>
      clientFor(service, ConnectionService, viewer).requestConnection({ requestId: newId(), ...other.person }),
  };
}
export type TestPerson = ReturnType<typeof asPerson>;

export type IdentityUnderTest = Awaited<ReturnType<typeof identityService>>;

let accountsMade = 0;
let networksMade = 0;

// Each browser comes from a network of its own, so that tests do not run into each other's limits.
function nextIp(): string {
  networksMade += 1;
  return `10.${networksMade >> 8}.${networksMade & 255}.7`;
}

async function anAccount(resources: AccountResources, account: Partial<ImportedAccount>): Promise<ImportedAccount> {
  accountsMade += 1;
  const number = String(accountsMade).padStart(12, '0');
  const made: ImportedAccount = {
    id: `01990000-0000-7000-8000-${number}`,
    email: `person${accountsMade}@example.com`,
    firstName: 'Ada',
    lastName: 'Lovelace',
    consumerType: 'MOVIE_LOVER',
    ...account,
  };
  await importAccounts(resources, [made]);
  return made;
}

type Ask<M extends keyof Client<typeof AuthService>> = (
  request: MessageInitShape<(typeof AuthService.method)[M]['input']>,
) => Promise<MessageShape<(typeof AuthService.method)[M]['output']>>;

/** The cookies of one browser, kept as the gateway keeps them. */
function openBrowser(
  service: { rpcPort: number },
  gateway: Client<typeof SessionService>,
  { userAgent = FIREFOX, ip = nextIp(), place, language }: Partial<ClientInfo>,
) {
  const cookies = { challenge: '', session: '', others: '', known: '', language: '' };
  const clientInfoBytes = encodeClientInfo({ userAgent, ip, place, language });
  const seen: Headers[] = [];
  const options = () => ({
    headers: {
      'challenge-token': cookies.challenge,
      'known-tokens': cookies.known,
      'session-tokens': [cookies.session, cookies.others].filter(Boolean).join('.'),
    },
    onHeader: (headers: Headers) => {
      seen.push(headers);
      cookies.challenge = headers.get('challenge-set') ?? cookies.challenge;
      cookies.session = headers.get('session-set') ?? cookies.session;
      cookies.known = headers.get('known-set') ?? cookies.known;
      cookies.language = headers.get('session-language') ?? cookies.language;
      if (headers.has('session-clear')) cookies.session = '';
      const others = headers.get('other-sessions-set');
      if (others) cookies.others = others === '-' ? '' : others;
    },
  });
  const viewer = async (): Promise<AccountViewer | undefined> => {
    const { viewerToken } = await resolvedBy(gateway, cookies.session);
    return viewerToken ? verifyViewerToken(verifierKeys.viewerKeys, viewerToken)?.viewer : undefined;
  };
  const auth = clientFor(service, AuthService, viewers.visitor(), { clientInfoBytes });
  const signedInAuth = async () =>
    clientFor(service, AuthService, (await viewer()) ?? viewers.visitor(), { clientInfoBytes });
  const ask = <M extends keyof Client<typeof AuthService>>(method: M): Ask<M> =>
    ((request: object) =>
      (auth[method] as (r: object, o: object) => unknown)(withRequestId(method, request), options())) as Ask<M>;

  /** A method of passkeys, as the viewer whose session the browser has. */
  const passkeys = async <M extends keyof Client<typeof PasskeyService>>(
    method: M,
    request: MessageInitShape<(typeof PasskeyService.method)[M]['input']>,
  ): Promise<MessageShape<(typeof PasskeyService.method)[M]['output']>> => {
    const calls = clientFor(service, PasskeyService, (await viewer()) ?? viewers.visitor(), { clientInfoBytes });
    const needsId = PasskeyService.method[method].input.fields.some(({ name }) => name === 'request_id');
    const message = needsId ? { requestId: newId(), ...request } : request;
    return (calls[method] as (r: object, o: object) => never)(message, options());
  };

  return {
    ip,
    cookies,
    passkeys,
    /** A method of the accounts of this browser. */
    accounts: async <M extends keyof Client<typeof BrowserAccountService>>(
      method: M,
      request?: MessageInitShape<(typeof BrowserAccountService.method)[M]['input']>,
    ): Promise<MessageShape<(typeof BrowserAccountService.method)[M]['output']>> => {
      const calls = clientFor(service, BrowserAccountService, (await viewer()) ?? viewers.visitor());
      return (calls[method] as (r: object, o: object) => never)(request ?? {}, options());
    },
    updateProfile: async (request: MessageInitShape<typeof UpdateProfileRequestSchema>) => {
      const calls = clientFor(service, ProfileService, (await viewer()) ?? viewers.visitor(), { clientInfoBytes });
      return calls.updateProfile({ requestId: crypto.randomUUID(), ...request }, options());
    },
    /** A code, as a page of the signed-in browser sends it. */
    verifyCodeAsViewer: async (request: MessageInitShape<typeof VerifyCodeRequestSchema>) =>
      (await signedInAuth()).verifyCode({ requestId: newId(), ...request }, options()),
    ownSessions: async () => clientFor(service, OwnSessionService, (await viewer()) ?? viewers.visitor()),
    seen,
    viewer,
    startSignIn: ask('startSignIn'),
    startCreateAccount: ask('startCreateAccount'),
    startLaunchSignIn: ask('startLaunchSignIn'),
    checkEmailVerification: ask('checkEmailVerification'),
    resendChallenge: ask('resendChallenge'),
    verifyCode: ask('verifyCode'),
    verifyPhoneCode: ask('verifyPhoneCode'),
    inspectLink: ask('inspectLink'),
    confirmLink: ask('confirmLink'),
    /** As a page of the signed-in browser asks. */
    checkAsViewer: async (request: MessageInitShape<typeof CheckEmailVerificationRequestSchema>) =>
      (await signedInAuth()).checkEmailVerification(request, options()),
    signOut: async () => (await signedInAuth()).signOut({}, options()),
    checkEmailChangeStatus: async () => (await signedInAuth()).checkEmailChangeStatus({}),
  };
}

/** A request id of its own unless the test gives one, as pages send it. */
function withRequestId(method: keyof typeof AuthService.method, request: object): object {
  const needsId = AuthService.method[method].input.fields.some(({ name }) => name === 'request_id');
  return needsId ? { requestId: newId(), ...request } : request;
}

export type TestBrowser = ReturnType<typeof openBrowser>;

const registry = createRegistry(file_events_v1_identity);

/** Everything that was put into the outbox, in order. */
async function publishedEvents(db: AccountResources['db']) {
  const rows = await db.query<{ body: Buffer }>('SELECT body FROM outbox ORDER BY seq');
  return rows.map(({ body }) => {
    const envelope = fromBinary(EnvelopeSchema, body);
    const schema = registry.getMessage(envelope.type);
    if (!schema) throw new Error(`${envelope.type} is no event of identity`);
    const message = fromBinary(schema, envelope.payload) as Message & Record<string, unknown>;
    return { type: schema.name, key: envelope.aggregateId, version: envelope.aggregateVersion, message };
  });
}

/** Signs a browser in by email, with the link opened in the same browser. */
export async function signInByLink(identity: IdentityUnderTest, browser: TestBrowser, email: string) {
  const { challenge } = await browser.startSignIn({ email });
  const { linkToken } = await identity.message(challenge);
  return browser.confirmLink({ token: linkToken });
}

/** What a session token is to the gateway. */
export async function resolvedBy(gateway: Client<typeof SessionService>, sessionToken: string) {
  const { sessions } = await gateway.resolveSessions({ sessionTokens: [sessionToken] });
  return sessions[0] as (typeof sessions)[number];
}

import type { DescMethod } from '@bufbuild/protobuf';
import { AuthService, type Challenge } from '@marquee/contracts/identity/v1/auth_pb';
import { ConnectionService } from '@marquee/contracts/identity/v1/connection_pb';
import { type Passkey, type PasskeyCeremony, PasskeyService } from '@marquee/contracts/identity/v1/passkey_pb';
import { SessionService } from '@marquee/contracts/identity/v1/session_pb';
import { UserBackOfficeService } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { newId } from '@marquee/data/ids';
import { staffPasskeyLink } from '@marquee/identity/passkey/passkey-link';
import * as profileReports from '@marquee/identity/profile-report/profile-reports';
import * as staffNotices from '@marquee/identity/staff-notice/staff-notices';
import { authenticator } from '@marquee/identity/testing/authenticator';
import type { AccountViewer, Viewer } from '@marquee/runtime/viewer';
import { clientFor } from '@marquee/testing/client-for';
import { viewers } from '@marquee/testing/viewers';
import { emailOf, makeAccount, makeSession, withAccount } from './accounts.ts';
import { ask, type Calling, type Values } from './call.ts';
import type { Around } from './lazily.ts';
import { SMALL_PICTURE } from './media-scene.ts';
import { makeClosing, makeExport } from './own-data.ts';
import { resourcesOf, serviceNamed } from './running-services.ts';

const identityDb = () => serviceNamed('identity').platform.db;

/** Accounts, sessions and passkeys, and what the caller's browser holds of them. */
export function identityScene({ viewer, watcher, named, once }: Around & { viewer: Viewer; watcher: AccountViewer }) {
  const account = once(async () => {
    const made = await makeAccount();
    named(made.id);
    return made;
  });
  let challengeToken = '';
  let sessionTokens = '';
  /** Whose own data it is about: the caller's, or that of somebody for whom a service calls. */
  const ownId = async () => (viewer.kind === 'account' ? viewer.accountId : (await account()).id);

  const device = authenticator();
  const passkey = once(async () => {
    const isCaller = viewer.kind === 'account';
    const owner = isCaller ? viewer : await withAccount(PasskeyService.method.addPasskey, viewers.movieLover());
    if (owner.kind === 'account') named(owner.accountId);
    const { startAddPasskey, addPasskey } = PasskeyService.method;
    const begun = (await ask(startAddPasskey, { viewer: owner }, {})).message as unknown as {
      ceremony: PasskeyCeremony;
    };
    const { token: ceremonyToken, optionsJson } = begun.ceremony;
    const request = { requestId: crypto.randomUUID(), ceremonyToken, credentialJson: device.create(optionsJson) };
    const added = (await ask(addPasskey, { viewer: owner }, request)).message as unknown as { passkey: Passkey };
    return named(added.passkey.id);
  });

  async function startChallenge(channel: 'EMAIL' | 'PHONE') {
    const account = await makeAccount({ phone: phoneNumber() });
    const address = channel === 'EMAIL' ? { email: account.email } : { phoneNumber: account.phone };
    const request = { requestId: crypto.randomUUID(), ...address };
    const { message, headers } = await ask(AuthService.method.startSignIn, { viewer: viewers.visitor() }, request);
    challengeToken = headers.get('challenge-set') ?? '';
    const { challenge } = message as unknown as { challenge: Challenge };
    named(challenge.session);
    const notification = clientFor(serviceNamed('identity'), SessionService, viewers.service('notification'));
    const revealed = await notification.revealChallenge({ challengeId: challenge.session, generation: 1 });
    return { ...challenge, ...address, code: revealed.code, linkToken: revealed.linkToken };
  }

  const challenges = {
    EMAIL: once(() => startChallenge('EMAIL')),
    PHONE: once(() => startChallenge('PHONE')),
  };
  return {
    account,
    /** The account of the scene has asked the caller to be connected. */
    connectionRequest: once(async () => {
      const asking = viewers.movieLover({ accountId: (await account()).id });
      const request = { requestId: crypto.randomUUID(), profileId: watcher.accountId };
      await ask(ConnectionService.method.requestConnection, { viewer: asking }, request);
    }),
    /** A browser in which the account is signed in. */
    userDevice: once(async () => named((await makeSession((await account()).id)).sessionId)),
    /** The account is banned. */
    ban: async () => {
      const text = 'UPDATE accounts SET suspended_at = now() WHERE id = $1';
      await resourcesOf('identity').db.query(text, [(await account()).id]);
    },
    /** What staff wrote to the account of the scene. */
    staffNotice: once(async () => {
      const id = named(newId());
      const notice = { id, title: 'News', text: 'There is news.', sentBy: newId(), createdAt: new Date() };
      const accountIds = [(await account()).id];
      await identityDb().transaction((tx) => staffNotices.insert(tx, notice, accountIds));
      return id;
    }),
    /** The account shows a picture. */
    shownPicture: once(async () => {
      const accountId = (await account()).id;
      const request = { requestId: crypto.randomUUID(), accountId, data: SMALL_PICTURE, reason: 'a scene' };
      await ask(UserBackOfficeService.method.setUserPicture, { viewer: viewers.staff() }, request);
      return accountId;
    }),
    staffAccount: once(async () => named((await makeAccount({ roles: ['ADMIN'] })).id)),
    /** An open report of the account of the scene. */
    profileReport: once(async () => {
      const [profileId, reporterId] = [(await account()).id, named((await makeAccount()).id)];
      const report = { id: named(newId()), profileId, reporterId, reason: 'SPAM', details: '', createdAt: new Date() };
      await identityDb().transaction((tx) => profileReports.put(tx, report));
      return report.id;
    }),
    /** The email that the caller's account has. */
    ownAddress: () => (viewer.kind === 'account' ? emailOf(viewer.accountId) : ''),
    /** A finished export. */
    accountExport: once(async () => {
      const sessionId = viewer.kind === 'account' ? viewer.sessionId : newId();
      const owner = { accountId: await ownId(), sessionId };
      return named(await makeExport(serviceNamed('identity').platform, owner));
    }),
    /** That an account is closing. */
    closing: once(async () => named(await makeClosing(serviceNamed('identity').platform, await ownId()))),
    session: once(async () => (await makeSession((await makeAccount()).id)).token),
    /** An account that is signed in in the caller's browser. */
    browserAccount: once(async () => {
      const { id } = await makeAccount();
      sessionTokens = (await makeSession(id)).token;
      return named(id);
    }),
    /** A passkey of the caller, and the device that has it. */
    passkey,
    /** A ceremony of the caller that the method's start begins, as the device of the scene answers it. */
    async ceremony(start: DescMethod, answer: 'create' | 'get', values: Values = {}) {
      const begun = await ask(start, { viewer, challengeToken }, values);
      challengeToken = begun.headers.get('challenge-set') ?? challengeToken;
      const { ceremony } = begun.message as unknown as { ceremony: PasskeyCeremony };
      return { ceremonyToken: ceremony.token, credentialJson: device[answer](ceremony.optionsJson) };
    },
    /** The link of a staff account that has no passkey. */
    passkeyLink: once(async () => {
      const { id } = await makeAccount({ roles: ['ADMIN'] });
      return staffPasskeyLink(resourcesOf('identity'), named(id));
    }),
    challenge: (channel: 'EMAIL' | 'PHONE') => challenges[channel](),
    calling: (): Calling => ({ viewer, challengeToken, sessionTokens }),
  };
}

let numbers = 0;

function phoneNumber(): string {
  numbers += 1;
  return `+1202555${String(numbers).padStart(4, '0')}`;
}

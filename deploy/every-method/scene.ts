import type { DescMethod } from '@bufbuild/protobuf';
import { Audience, accessOf } from '@marquee/contracts/access';
import { ProgrammeDeskService } from '@marquee/contracts/festival/v1/programme_pb';
import { SubmissionService } from '@marquee/contracts/festival/v1/submissions_pb';
import { PayoutService } from '@marquee/contracts/film/v1/payouts_pb';
import { AuthService, type Challenge } from '@marquee/contracts/identity/v1/auth_pb';
import { ConnectionService } from '@marquee/contracts/identity/v1/connection_pb';
import { type Passkey, type PasskeyCeremony, PasskeyService } from '@marquee/contracts/identity/v1/passkey_pb';
import { SessionService } from '@marquee/contracts/identity/v1/session_pb';
import { UserBackOfficeService } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { PictureService } from '@marquee/contracts/media/v1/pictures_pb';
import { ownerOf } from '@marquee/contracts/services';
import { newId } from '@marquee/data/ids';
import { createOutbox } from '@marquee/events/outbox';
import * as claims from '@marquee/film/crew/claims';
import { invitationToken } from '@marquee/film/crew/invitation-tokens';
import * as invitations from '@marquee/film/crew/invitations';
import * as diaryEntries from '@marquee/film/diary/diary-entries';
import * as shownDiaries from '@marquee/film/diary/shown-diaries';
import * as featured from '@marquee/film/featured/featured-films';
import * as imports from '@marquee/film/imports/imports';
import * as filmLists from '@marquee/film/lists/film-lists';
import * as filmActions from '@marquee/film/moderation/film-actions';
import * as people from '@marquee/film/people/people';
import { importFilm } from '@marquee/film/seed/import-film';
import { importPlaybacks } from '@marquee/film/seed/import-playbacks';
import * as filmAssets from '@marquee/film/studio/assets';
import * as unlocks from '@marquee/film/watch/unlocks';
import { staffPasskeyLink } from '@marquee/identity/passkey/passkey-link';
import * as profileReports from '@marquee/identity/profile-report/profile-reports';
import { type ImportedAccount, importAccounts } from '@marquee/identity/seed/import-accounts';
import { importSessions } from '@marquee/identity/seed/import-sessions';
import * as staffNotices from '@marquee/identity/staff-notice/staff-notices';
import { authenticator } from '@marquee/identity/testing/authenticator';
import * as settings from '@marquee/marketing/settings/settings';
import type { Keyring } from '@marquee/media/protection/sealed-keys';
import { storePicture, storeProtection, storeTextTrack, storeVideo } from '@marquee/media/testing/stored-assets';
import { uploadLinkToken } from '@marquee/media/upload-links/upload-link-tokens';
import * as uploadLinks from '@marquee/media/upload-links/upload-links';
import * as notices from '@marquee/notification/notices/notices';
import { createRefusalTokens } from '@marquee/notification/refusals/refusal-tokens';
import * as orders from '@marquee/payments/orders';
import { createTestProvider } from '@marquee/payments/test-provider';
import { metricsViewers } from '@marquee/rules/declared-settings';
import { systemClock } from '@marquee/runtime/clock';
import type { AccountViewer, Viewer } from '@marquee/runtime/viewer';
import { clientFor } from '@marquee/testing/client-for';
import { viewers } from '@marquee/testing/viewers';
import { ask, type Calling, type Values } from './call.ts';
import { type Caller, viewerOf } from './callers.ts';
import { doorsScene } from './doors-scene.ts';
import { festivalScene } from './festival-scene.ts';
import { makeClosing, makeExport } from './own-data.ts';
import { makePayoutAccount } from './own-payouts.ts';
import { PAYMENT_WEBHOOK_SECRET, serviceNamed } from './running-services.ts';
import { submissionsScene } from './submissions-scene.ts';

/** What nobody but its maker and staff may read. */
export const TITLE = 'A Title That Nobody Else May Read';

/** 64 × 64 pixels. */
export const SMALL_PICTURE = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAAAA1BMVEWgMCCaKnaBAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAG0lEQVRYhe3BgQAAAADDoPlT3+AEVQEAAAB0DRBAAAGx1LfoAAAAAElFTkSuQmCC',
    'base64',
  ),
);

const HOUR_MS = 3_600_000;

/** The film of a scene: `private` as its maker left it, ready to be published. */
export type FilmState = 'private' | 'released';

type SceneFilm = { id: string; crewId: string; nextCrewId: string };

/** A world of objects around one caller, each made when a request first names it. */
export type Scene = Awaited<ReturnType<typeof openScene>>;

/** A scene for a call of the method. The objects belong to the caller wherever callers have objects. */
export async function openScene(method: DescMethod, caller: Caller, state = filmStateFor(method)) {
  // Who makes a programme chooses from their own films, and makers submit theirs.
  const isOwner =
    accessOf(method)?.audience === Audience.PRO ||
    method.parent === ProgrammeDeskService ||
    method.parent === SubmissionService;
  const viewer: Viewer = await withAccount(method, viewerOf(caller));
  const owner = isOwner && viewer.kind === 'account' ? viewer : viewers.entertainmentPro();
  // A service calls for nobody; what it asks about belongs to somebody.
  const watcher = viewer.kind === 'account' ? viewer : viewers.movieLover();
  const email = `${newId()}@example.com`;
  const ids = new Set<string>([watcher.accountId, owner.accountId, email]);
  const named = (id: string) => {
    ids.add(id);
    return id;
  };

  const once = lazily();
  const film = once(async () => {
    const made = await makeFilm(owner, state);
    named(made.id);
    return made;
  });
  const video = once(async () => named((await storeVideo(mediaStorage(), playable(owner))).assetId));
  const videoInTranscode = once(async () =>
    named((await storeVideo(mediaStorage(), { ownerId: owner.accountId, transcode: 'WAITING' })).assetId),
  );
  const protectedVideo = once(async () => {
    const stored = await storeVideo(mediaStorage(), playable(owner));
    await storeProtection(mediaStorage(), serviceNamed('media').config.PROTECTION_KEYS as Keyring, stored);
    return named(stored.assetId);
  });
  const picture = once(async () => named(await storePicture(mediaStorage(), { ownerId: owner.accountId })));
  const challenges = {
    EMAIL: once(() => startChallenge('EMAIL')),
    PHONE: once(() => startChallenge('PHONE')),
  };
  const invitation = once(async () => {
    const { id: filmId, crewId } = await film();
    const made = { id: named(newId()), filmId, crewId, email, invitedBy: owner.accountId, language: '' };
    await filmDb().transaction((tx) => invitations.insert(tx, { ...made, createdAt: new Date() }));
    return made.id;
  });
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

  const person = once(async () => {
    const person = {
      id: named(newId()),
      firstName: 'Ada',
      lastName: 'Lovelace',
      profilePicture: '',
      version: 1n,
      isPrivate: false,
    };
    await filmDb().transaction((tx) => people.keep(tx, person));
    return person.id;
  });
  const ownFilm = async () => (await film()).id;
  const festivalObjects = festivalScene({ viewer, named, once, film: ownFilm });
  const { organization } = festivalObjects;
  return {
    ...festivalObjects,
    ...submissionsScene({ viewer, named, once, film: ownFilm, organization }),
    ...doorsScene({ named, once, userTicket: festivalObjects.userTicket }),
    owner,
    /** An address that nobody has. */
    email,
    film,
    video,
    textTrack: async () => storeTextTrack(mediaStorage(), await video()),
    picture,
    /** A link by which somebody without an account uploads for the film. */
    uploadLink: once(async () => {
      const { id: filmId } = await film();
      const id = named(newId());
      const about = {
        ownerId: owner.accountId,
        filmId,
        filmTitle: 'A film',
        slot: 'POSTER_IMAGE',
        partnerName: 'A lab',
      };
      const expiresAt = new Date(Date.now() + 86_400_000);
      await uploadLinks.insert(mediaStorage().db, { id, ...about, filesMax: 3, expiresAt });
      return { id, token: uploadLinkToken(serviceNamed('media').config.UPLOAD_LINK_KEY as string, id) };
    }),
    /** A video that is checked and not converted, or waits to be. */
    videoBeforeTranscode: once(async () =>
      named((await storeVideo(mediaStorage(), { ownerId: owner.accountId })).assetId),
    ),
    videoInTranscode,
    filmVideoInTranscode: once(async () => {
      const { id: filmId } = await film();
      const mediaId = await videoInTranscode();
      const slot = { filmId, kind: 'FILM_VIDEO', waiting: false } as const;
      await filmDb().transaction((tx) => filmAssets.place(tx, slot, mediaId, new Date()));
      return mediaId;
    }),
    convertedVideo: once(async () =>
      named((await storeVideo(mediaStorage(), { ownerId: owner.accountId, transcode: 'COMPLETE' })).assetId),
    ),
    protectedVideo,
    /** A playback of a film whose video is protected. */
    protectedPlayback: once(async () => {
      const [made] = await importPlaybacks(filmResources(), (await film()).id, [watcher]);
      const id = named(made?.id ?? '');
      const text = 'UPDATE playback_sessions SET media_id = $2 WHERE id = $1';
      await resourcesOf('film').db.query(text, [id, await protectedVideo()]);
      return id;
    }),
    /** A replacement of the film's poster that waits for staff. */
    replacement: once(async () => {
      const { id: filmId } = await film();
      const mediaId = await picture();
      const slot = { filmId, kind: 'POSTER_IMAGE', waiting: true } as const;
      await filmDb().transaction((tx) => filmAssets.place(tx, slot, mediaId, new Date()));
    }),
    /** The film is one that staff picked for the home page. */
    featured: once(async () => {
      const { id: filmId } = await film();
      const pick = { filmId, startsAt: null, endsAt: null, updatedBy: newId(), updatedAt: new Date() };
      await filmDb().transaction((tx) => featured.put(tx, pick));
    }),
    publish: async () => {
      const { id } = await film();
      await filmDb().query('UPDATE films SET published = true, is_approved = true WHERE id = $1', [id]);
    },
    /** The film waits for staff, or they have asked its maker for changes. */
    submit: async (changeState: '' | 'REQUESTED') => {
      const { id } = await film();
      await filmDb().query(
        `UPDATE films SET published = true, submitted_at = now(), change_state = $2, change_reason = 'Please.',
           changes_requested_at = now() WHERE id = $1`,
        [id, changeState],
      );
    },
    /** Staff's decision on the film, which its maker is mailed. */
    decision: once(async () => {
      const { id: filmId } = await film();
      const at = { filmId, version: 1n, actorId: newId(), createdAt: new Date() };
      const [id = ''] = await filmDb().transaction((tx) => filmActions.insert(tx, at, [{ kind: 'APPROVED' }]));
      return named(id);
    }),
    claim: once(async () => {
      const { id: filmId, crewId } = await film();
      const claim = { id: named(newId()), filmId, crewId, accountId: newId() };
      await filmDb().transaction((tx) => claims.open(tx, claim, new Date()));
      return claim.id;
    }),
    /** A credit of the film names the caller, who has not answered. */
    namedCredit: once(async () => {
      const { id: filmId, crewId } = await film();
      const claim = { id: named(newId()), filmId, crewId, accountId: watcher.accountId };
      await filmDb().transaction((tx) => claims.name(tx, claim, 'OPEN', new Date()));
      return claim.id;
    }),
    invitation,
    invitationToken: async () => invitationToken(recipientKey(), await invitation()),
    refusalToken: () => tokensOfRefusals().tokenFor(email),
    /** A notice of the caller. */
    notice: once(async () => {
      const about = { kind: 'CONNECTION_REQUESTED', variant: '', actorId: newId(), filmId: '', subjectId: '' } as const;
      const event = { ...about, eventKey: newId(), recipientId: watcher.accountId };
      const recipients = [{ accountId: watcher.accountId, inApp: true, digestKey: '' }];
      const { db } = serviceNamed('notification').platform;
      const [made] = await db.transaction((tx) => notices.add(tx, event, recipients, new Date()));
      return named(made?.id ?? '');
    }),
    callerId: () => watcher.accountId,
    review: once(async () => {
      const found = await filmDb().query<{ id: string }>('SELECT id FROM reviews WHERE film_id = $1', [
        (await film()).id,
      ]);
      return named(found[0]?.id ?? '');
    }),
    award: once(async () => {
      const { id } = await film();
      const [award] = await filmDb().query<{ id: string }>('SELECT id FROM awards WHERE film_id = $1', [id]);
      return named(award?.id ?? '');
    }),
    /** An entry of the caller's diary. */
    diaryEntry: once(async () => {
      const entry = {
        id: named(newId()),
        accountId: watcher.accountId,
        filmId: (await film()).id,
        createdAt: new Date(),
      };
      const of = { watchedOn: new Date('2026-03-14'), rating: 4, rewatch: false, tags: [] };
      await filmDb().transaction((tx) => diaryEntries.insert(tx, { ...entry, ...of }));
      return entry.id;
    }),
    /** An import of the caller. */
    ownImport: once(async () => {
      const row = { id: named(newId()), accountId: watcher.accountId, kind: 'DIARY', fileName: 'diary.csv' };
      await filmDb().transaction((tx) => imports.insert(tx, { ...row, createdAt: new Date() }));
      return row.id;
    }),
    /** A list of the caller, which only they see. */
    filmList: once(async () => named(await makeList(watcher.accountId, false))),
    /** A list that somebody shows. */
    shownList: once(async () => named(await makeList(await person(), true))),
    /** Somebody who shows their diary. */
    diaryAuthor: once(async () => {
      const personId = await person();
      await filmDb().transaction((tx) => shownDiaries.set(tx, personId, true));
      return personId;
    }),
    playback: once(async () => {
      const [made] = await importPlaybacks(filmResources(), (await film()).id, [watcher]);
      return named(made?.id ?? '');
    }),
    person,
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
    /** A picture that media keeps of the owner, for no film. */
    ownedPicture: once(async () => {
      const request = { requestId: crypto.randomUUID(), ownerId: owner.accountId, data: SMALL_PICTURE };
      const kept = await ask(PictureService.method.keepPicture, { viewer: viewers.service('identity') }, request);
      return (kept.message as unknown as { image: { uri: string } }).image.uri.split('/')[3] ?? '';
    }),
    /** The account shows a picture. */
    shownPicture: once(async () => {
      const accountId = (await account()).id;
      const request = { requestId: crypto.randomUUID(), accountId, data: SMALL_PICTURE, reason: 'a scene' };
      await ask(UserBackOfficeService.method.setUserPicture, { viewer: viewers.staff() }, request);
      return accountId;
    }),
    staffAccount: once(async () => named((await makeAccount({ roles: ['ADMIN'] })).id)),
    /** Names the film as the account has unlocked it. */
    unlockKey: once(async () => {
      const [{ id: filmId }, { id: accountId }] = [await film(), await account()];
      const unlock = { id: named(newId()), accountId };
      await unlocks.insertMany(filmDb(), [unlock], { filmId, expireAt: new Date(8.64e12), createdAt: new Date() });
      return `${filmId}:${unlock.id}`;
    }),
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
    /** An order of the caller that waits for a card. */
    order: once(async () => named(await makeOrder((await film()).id, watcher))),
    /** An order of somebody that is paid. */
    paidOrder: once(async () => named(await makeOrder((await film()).id, viewers.movieLover(), '4242424242424242'))),
    /** What the caller earned can be paid out. */
    payoutAccount: once(() => makePayoutAccount(serviceNamed('film').platform, watcher.accountId)),
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
    /** Settings are everybody's: this is what the calls before have left. */
    /** The caller is on the list of who sees metrics, beside those of other scenes. */
    metricsViewer: once(async () => {
      const key = metricsViewers.key;
      const { db } = serviceNamed('marketing').platform;
      const name = watcher.accountId;
      await db.transaction(async (tx) => {
        const before = await settings.lock(tx, key);
        const items = [...((before?.value ?? []) as object[]), { name, label: '', children: [] }];
        const version = (before?.version ?? 0n) + 1n;
        const why = { savedBy: name, savedAt: new Date(), reason: 'a scene', rolledBackTo: null };
        await settings.save(tx, { key, version, value: items, ...why });
      });
      return name;
    }),
    settingVersion: async () =>
      (await settings.find(serviceNamed('marketing').platform.db, 'free-unlock-hours'))?.version ?? 0n,
    challenge: (channel: 'EMAIL' | 'PHONE') => challenges[channel](),
    /** Rows that mention none of them are not the scene's. */
    ids: () => [...ids],
    calling: (): Calling => ({ viewer, challengeToken, sessionTokens }),
  };
}

/** Makers work on films that are not published yet; all other callers find only those that are. */
function filmStateFor(method: DescMethod): FilmState {
  const audience = accessOf(method)?.audience;
  return audience === Audience.PRO || audience === Audience.STAFF ? 'private' : 'released';
}

/** Only identity asks for the account and the session behind a viewer. */
async function withAccount(method: DescMethod, viewer: Viewer): Promise<Viewer> {
  // Payouts ask identity for a fresh proof.
  const isKnown = ownerOf(method.parent) === 'identity' || method.parent.typeName === PayoutService.typeName;
  if (viewer.kind !== 'account' || !isKnown) return viewer;
  const { accountId: id, roles } = viewer;
  await makeAccount({ id, roles });
  const { sessionId } = await makeSession(id);
  return { ...viewer, sessionId };
}

function lazily() {
  return <T>(make: () => Promise<T>): (() => Promise<T>) => {
    let made: Promise<T> | undefined;
    return () => {
      made ??= make();
      return made;
    };
  };
}

const recipientKey = () => serviceNamed('film').config.RECIPIENT_HASH_KEY as string;

function tokensOfRefusals() {
  const { REFUSAL_HASH_KEY, REFUSAL_TOKEN_KEY } = serviceNamed('notification').config;
  return createRefusalTokens(REFUSAL_HASH_KEY as string, REFUSAL_TOKEN_KEY as string);
}

const identityDb = () => serviceNamed('identity').platform.db;
const filmDb = () => serviceNamed('film').platform.db;
const mediaStorage = () => serviceNamed('media').platform;
const playable = ({ accountId }: AccountViewer) =>
  ({ ownerId: accountId, transcode: 'COMPLETE', poster: true }) as const;

function resourcesOf(name: string) {
  const { db, clock, signals } = serviceNamed(name).platform;
  return { db, clock, signals, outbox: createOutbox({ clock }) };
}
const filmResources = () => resourcesOf('film');

/** An order of a film that has a price from now on, and its payment at the test provider. */
async function makeOrder(itemId: string, { accountId }: AccountViewer, number = ''): Promise<string> {
  const [id, db, createdAt] = [newId(), filmDb(), new Date()];
  await db.query('UPDATE films SET is_free = false, usd_cost = 499 WHERE id = $1', [itemId]);
  const sold = { kind: 'UNLOCK', itemId, amount: 499n, currency: 'USD', fee: 100n, payeeId: newId() };
  const heldUntil = new Date(createdAt.getTime() + HOUR_MS);
  await db.transaction((tx) => orders.insert(tx, { ...sold, id, accountId, provider: 'test', heldUntil, createdAt }));
  const provider = createTestProvider({ db, clock: systemClock, webhookSecret: PAYMENT_WEBHOOK_SECRET });
  const payment = await provider.createPayment({ id, amount: 499n, currency: 'USD', description: TITLE });
  if (number) await provider.confirm(payment.clientSecret, { number });
  const state = number ? 'PAID' : 'PAYING';
  const text = `UPDATE orders SET payment_id = $2, state = $3, paid_at = CASE WHEN $3 = 'PAID' THEN now() END WHERE id = $1`;
  await db.query(text, [id, payment.id, state]);
  return id;
}

async function makeFilm({ accountId: ownerId }: AccountViewer, state: FilmState): Promise<SceneFilm> {
  const [id, crewId, nextCrewId] = [newId(), newId(), newId()];
  const video = await storeVideo(mediaStorage(), { ownerId, boundFilmId: id, transcode: 'COMPLETE' });
  const playable = { mediaId: video.assetId, playableVersion: video.version, durationMs: 60_000 };
  const isReleased = state === 'released';
  const now = new Date();
  await importFilm(filmResources(), {
    id,
    createdBy: ownerId,
    fields: {
      ...{ filmTitle: TITLE, projectType: 'SHORT', country: 'PT', language: 'pt', languages: ['pt'] },
      ...{ genres: ['Drama'], rating: 'PG-13', logLine: 'A ferryman carries letters.', releaseDate: '2026-03-14' },
      ...{ isStudentFilm: false, isFirstTimeFilmMaker: false, hasSubtitles: false, resolution: '4K' },
    },
    published: isReleased,
    isApproved: isReleased,
    createdAt: now,
    crew: [
      { id: crewId, credit: 'Writer', firstName: 'Ada', lastName: 'Lovelace' },
      { id: nextCrewId, credit: 'Writer', firstName: 'Mary', lastName: 'Somerville' },
    ],
    awards: [{ id: newId(), festivalName: 'A Festival', category: 'Best Film', year: 2026, winner: true }],
    reviews: [{ accountId: newId(), rating: 4, message: 'Good.', createdAt: now }],
    assets: [
      { kind: 'FILM_VIDEO', ...playable },
      { kind: 'TRAILER_VIDEO', ...playable },
      // Media is asked for addresses of videos only.
      { kind: 'POSTER_IMAGE', ...picture() },
      { kind: 'TRAILER_IMAGE', ...picture() },
    ],
  });
  return { id, crewId, nextCrewId };
}

function picture() {
  const id = newId();
  const sizes = { width: 1920, height: 1080, widths: [360, 640] };
  return { mediaId: id, image: { id, uri: `/media/images/${id}`, ...sizes, thumbhash: 'aGFzaA==' } };
}

let numbers = 0;

function phoneNumber(): string {
  numbers += 1;
  return `+1202555${String(numbers).padStart(4, '0')}`;
}

const emailOf = (accountId: string) => `${accountId}@example.com`;

export async function makeAccount(given: Partial<ImportedAccount> = {}): Promise<ImportedAccount> {
  const id = given.id ?? newId();
  const account: ImportedAccount = {
    ...{ id, email: emailOf(id), firstName: 'Ada', lastName: 'Lovelace' },
    ...{ consumerType: 'ENTERTAINMENT_PRO', accountType: 'INDIVIDUAL', talents: ['Director'] },
    ...given,
  };
  await importAccounts(resourcesOf('identity'), [account]);
  return account;
}

async function makeSession(accountId: string) {
  const key = serviceNamed('identity').config.CHALLENGE_HASH_KEY as Uint8Array;
  const [session] = await importSessions(resourcesOf('identity'), key, [accountId], HOUR_MS);
  if (!session) throw new Error('no session was made');
  return session;
}

/** A list of films of an account, without a film. */
export async function makeList(accountId: string, isPublic: boolean): Promise<string> {
  const list = { id: newId(), accountId, title: 'A list', description: '', ranked: false, isPublic };
  await resourcesOf('film').db.transaction((tx) => filmLists.insert(tx, { ...list, createdAt: new Date() }));
  return list.id;
}

// Neither of two people reaches the other after a block [SET-08], by walking the contracts: every method that names
// another person's account answers as for somebody who does not exist, and every list that shows people leaves them out.
// A new one is here by being in the contracts, or has an entry that says why it need not be.
// @inputs proto packages services
import type { DescMessage, DescMethod } from '@bufbuild/protobuf';
import { Audience, accessOf } from '@marquee/contracts/access';
import { JudgingDeskService } from '@marquee/contracts/festival/v1/judging_pb';
import { DiaryService } from '@marquee/contracts/film/v1/diary_pb';
import { ListService } from '@marquee/contracts/film/v1/lists_pb';
import { ReviewTalkService } from '@marquee/contracts/film/v1/review_talk_pb';
import { isRead } from '@marquee/contracts/idempotency';
import { BlockService } from '@marquee/contracts/identity/v1/block_pb';
import { ConnectionService } from '@marquee/contracts/identity/v1/connection_pb';
import { ownerOf } from '@marquee/contracts/services';
import { newId } from '@marquee/data/ids';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { makeAccount } from './accounts.ts';
import { type Answer, ask, call, type Values } from './call.ts';
import { makeList } from './film-scene.ts';
import { validRequest } from './requests.ts';
import { methods, START_MS_MAX, serviceNamed, startServices } from './running-services.ts';
import { openScene, type Scene } from './scene.ts';

beforeAll(startServices, START_MS_MAX);

/** Names of fields that hold the id of an account. */
const NAMES_PERSON = /^(account|profile|person|rece?ipient|user|viewer|member|referrer|owner)Ids?$/i;

/** Methods whose field of such a name need not keep two people apart, with the reason. */
const NAMING_EXCEPTIONS: Record<string, string> = {
  'identity.v1.BlockService/BlockAccount':
    'blocks again whom the viewer has blocked; a test of blocks has the other side',
  'identity.v1.BlockService/UnblockAccount': 'ends the own block, and says nothing about the other',
  'identity.v1.ProfileReportService/ReportProfile': 'reaches staff alone: a block is no way to escape a report',
  'identity.v1.BrowserAccountService/SwitchAccount': 'reaches accounts that are signed in in the same browser alone',
  'notification.v1.NoticeService/CountUnread': 'counts the viewer’s own, and refuses everybody else’s',
  'identity.v1.AuthService/CheckEmailVerification': 'the user id is that of a challenge, nobody’s profile',
  'festival.v1.GiftService/GiftTicket':
    'reaches connections alone, which a block ends; a test of festival has both sides',
  'festival.v1.TeamService/SetTeamRole': 'names who is in a team already: its work is not between two people',
  'festival.v1.TeamService/RemoveTeamMember': 'names who is in a team already; anybody may leave',
  'identity.v1.AuthService/VerifyPhoneCode': 'the user id is that of a challenge, nobody’s profile',
};

/** What reaches somebody by their account or by mail, not by both: here it is by their account. */
const isByMailToo = ({ parent, localName }: DescMethod) =>
  parent.typeName === JudgingDeskService.typeName && localName === 'inviteJudge';
const NOBODY_BY_MAIL = { email: '', firstName: '', lastName: '' };

/** Messages by which an answer shows people. */
const SHOWS_PEOPLE = new Set(['identity.v1.Person', 'identity.v1.Profile', 'film.v1.ReviewUser', 'film.v1.CrewEntry']);

const OWN_LIST = 'the viewer’s own list of whom they have blocked';
const PUBLIC_PAGE = 'part of a public page, which shows the same to everybody, signed in or not';
/** Methods that show people without being asked for one, and need not leave out anybody, with the reason. */
const SHOWING_EXCEPTIONS: Record<string, string> = {
  'identity.v1.BlockService/ListBlockedAccounts': OWN_LIST,
  'film.v1.CatalogueService/ListCrew': PUBLIC_PAGE,
  'film.v1.ReviewService/ListReviews': PUBLIC_PAGE,
  'film.v1.ReviewService/GetUserRating': 'the viewer’s own review',
  'film.v1.ReviewService/RateFilm': 'the viewer’s own review',
  'film.v1.ReviewTalkService/AddReply': 'the viewer’s own reply; a test of film has to whom they may reply',
  'film.v1.ReviewTalkService/EditReply': 'the viewer’s own reply',
  'film.v1.CrewService/InviteCrew': 'names an address, and no account',
  'film.v1.CrewService/ClaimCredit': 'answers with the viewer’s own claim; a test of film has whom it may reach',
  'film.v1.CrewService/DecideCreditClaim': 'answers with a claim; a test of film has whose may be decided',
  'film.v1.CrewService/AnswerCredit': 'the viewer’s own credit, which they can always take back',
  'film.v1.CrewService/ListOwnClaims': 'the viewer’s own claims',
  'film.v1.CrewService/ListOwnCredits': 'the viewer’s own credits, which they can always take back',
  'film.v1.CrewService/GetInvitedCredit': 'what a mail shows its holder; it names an address, and no account',
};

const isWalked = (method: DescMethod) =>
  [Audience.PUBLIC, Audience.SIGNED_IN, Audience.PRO].includes(accessOf(method)?.audience ?? Audience.UNSPECIFIED);
const walked = methods.filter(([, method]) => isWalked(method));

const fieldOf = (method: DescMethod) =>
  method.input.fields.find(({ localName }) => NAMES_PERSON.test(localName))?.localName ?? '';
const naming = walked.filter(([name, method]) => fieldOf(method) !== '' && !(name in NAMING_EXCEPTIONS));

function holds(message: DescMessage, seen = new Set<string>()): boolean {
  if (SHOWS_PEOPLE.has(message.typeName)) return true;
  if (seen.has(message.typeName)) return false;
  seen.add(message.typeName);
  return message.fields.some((field) => field.message !== undefined && holds(field.message, seen));
}
const showing = walked.filter(
  ([name, method]) => fieldOf(method) === '' && holds(method.output) && !(name in SHOWING_EXCEPTIONS),
);

type Two = { viewer: AccountViewer; other: AccountViewer };
type Direction = 'the viewer has blocked' | 'has blocked the viewer';
const DIRECTIONS: Direction[] = ['the viewer has blocked', 'has blocked the viewer'];

const asPro = (accountId: string) => viewers.entertainmentPro({ accountId });

async function block(by: AccountViewer, whom: AccountViewer): Promise<void> {
  await ask(BlockService.method.blockAccount, { viewer: by }, { profileId: whom.accountId });
  for (const [service, table] of [
    ['film', 'blocks'],
    ['festival', 'account_blocks'],
  ] as const) {
    const { db } = serviceNamed(service).platform;
    const kept = `SELECT 1 FROM ${table} WHERE blocker_id = $1 AND blocked_id = $2`;
    await eventually(async () => (await db.query(kept, [by.accountId, whom.accountId])).length > 0);
  }
}

/** Lets everybody see the diary and the favourite films of somebody. */
async function showDiary(accountId: string, scene: Scene, filmId: string): Promise<void> {
  await scene.publish();
  await ask(DiaryService.method.setDiaryShown, { viewer: asPro(accountId) }, { shown: true });
  await ask(DiaryService.method.setFavouriteFilms, { viewer: asPro(accountId) }, { filmIds: [filmId] });
}

/** What was answered, without the ids that it is about. */
const apart = ({ code, reason, fields, text }: Answer, ids: readonly string[]) => ({
  ...{ code, reason, fields },
  text: ids.reduce((all, id) => all.replaceAll(id, 'somebody'), text),
});

describe.each(DIRECTIONS)('somebody whom %s', (direction) => {
  test.each(naming)('%s does not find them [SET-08:every-method]', async (_name, method) => {
    const scene = await openScene(method, 'pro');
    const { viewer } = scene.calling() as Two;
    const field = fieldOf(method);
    if (ownerOf(method.parent) !== 'identity') await makeAccount({ id: viewer.accountId });
    const { id } = await makeAccount({ firstName: 'Zenobia', lastName: 'Quill' });
    const { db } = serviceNamed('film').platform;
    for (const { platform } of [serviceNamed('film'), serviceNamed('festival')]) {
      const known = 'SELECT 1 FROM people WHERE id = $1';
      await eventually(async () => (await platform.db.query(known, [id])).length > 0);
    }
    const request = { ...(await validRequest(method, scene)), ...(isByMailToo(method) && NOBODY_BY_MAIL) };
    const { id: filmId, crewId } = await scene.film();
    await db.query('UPDATE crew SET person_id = $2 WHERE id = $1', [crewId, id]);
    if (method.parent.typeName === DiaryService.typeName) await showDiary(id, scene, filmId);
    if (method.parent.typeName === ListService.typeName) await makeList(id, true);
    const about = async (personId: string) => {
      const values: Values = { ...request, requestId: crypto.randomUUID(), [field]: personId };
      return apart(await call(method, { viewer }, values), [personId]);
    };

    const nobody = await about(newId());
    expect(await about(id)).not.toEqual(nobody);
    if (direction === 'the viewer has blocked') await block(viewer, asPro(id));
    else await block(asPro(id), viewer);
    expect(await about(id)).toEqual(nobody);
  });

  test.each(showing)('%s does not show them [SET-08:every-method]', async (name, method) => {
    const [one, two] = [asPro((await makeAccount()).id), asPro((await makeAccount({ firstName: 'Zenobia' })).id)];
    const show = SCENES[name];
    if (!show)
      throw new Error(`${name} shows people: it needs a scene in which it does, or an exception with its reason`);
    const request = await show({ viewer: one, other: two });
    const shown = async () => (await call(method, { viewer: one }, request)).text;
    await eventually(async () => expect(await shown()).toContain(two.accountId), 15_000);
    if (direction === 'the viewer has blocked') await block(one, two);
    else await block(two, one);
    expect(await shown()).not.toContain(two.accountId);
  });
});

const requestId = () => crypto.randomUUID();
const page = { pageSize: 10, cursor: '' };
const requestConnection = ({ viewer, other }: Two) =>
  ask(ConnectionService.method.requestConnection, { viewer }, { requestId: requestId(), profileId: other.accountId });

/** A review that the other person has liked and replied to. */
async function answeredReview({ accountId }: AccountViewer): Promise<Values> {
  const scene = await openScene(ReviewTalkService.method.addReply, 'pro', 'released');
  const reviewId = await scene.review();
  const { db } = serviceNamed('film').platform;
  await db.query('INSERT INTO review_likes (review_id, account_id, created_at) VALUES ($1, $2, now())', [
    reviewId,
    accountId,
  ]);
  await db.query(
    'INSERT INTO review_replies (id, review_id, account_id, message, created_at) VALUES ($1, $2, $3, $4, now())',
    [newId(), reviewId, accountId, 'So it is.'],
  );
  return { ...page, reviewId };
}

/** A world in which a method shows the other person to the viewer, and the request that does. */
const SCENES: Record<string, (two: Two) => Promise<Values>> = {
  'identity.v1.PeopleService/SearchPeople': async () => ({ ...page, query: 'zenobia', pageSize: 100 }),
  'identity.v1.ConnectionService/ListConnections': async ({ viewer, other }) => {
    await requestConnection({ viewer, other });
    await requestConnection({ viewer: other, other: viewer });
    return { ...page, query: '' };
  },
  'identity.v1.ConnectionService/ListConnectionRequests': async (two) => {
    await requestConnection(two);
    return { ...page, sent: true };
  },
  'identity.v1.ProfileViewService/ListProfileViews': async ({ viewer, other }) => {
    const record = methods.find(([name]) => name.endsWith('/RecordProfileView'))?.[1] as DescMethod;
    await ask(record, { viewer: other }, { profileId: viewer.accountId });
    return page;
  },
  'film.v1.ListService/GetList': async ({ other }) => {
    const { db } = serviceNamed('film').platform;
    const known = 'SELECT 1 FROM people WHERE id = $1';
    await eventually(async () => (await db.query(known, [other.accountId])).length > 0);
    return { listId: await makeList(other.accountId, true) };
  },
  'film.v1.ReviewTalkService/ListReviewLikes': ({ other }) => answeredReview(other),
  'film.v1.ReviewTalkService/ListReplies': ({ other }) => answeredReview(other),
  'film.v1.CrewService/ListCreditClaims': async ({ viewer, other }) => {
    const claim = methods.find(([name]) => name.endsWith('/ClaimCredit'))?.[1] as DescMethod;
    const scene = await openScene(claim, 'pro', 'released');
    const { id: filmId, crewId } = await scene.film();
    await serviceNamed('film').platform.db.query('UPDATE films SET created_by = $2 WHERE id = $1', [
      filmId,
      viewer.accountId,
    ]);
    await ask(claim, { viewer: other }, { requestId: requestId(), filmId, crewId, invitationToken: '' });
    return { ...page, filmId };
  },
};

test('each exception is of a method that there is, and has the field or the people that it is an exception of', () => {
  const named = walked.filter(([, method]) => fieldOf(method) !== '').map(([name]) => name as string);
  expect(Object.keys(NAMING_EXCEPTIONS).filter((name) => !named.includes(name))).toEqual([]);
  const people = walked.filter(([, method]) => holds(method.output)).map(([name]) => name as string);
  expect(Object.keys(SHOWING_EXCEPTIONS).filter((name) => !people.includes(name))).toEqual([]);
  expect(naming.map(([, method]) => isRead(method))).toContain(true);
});

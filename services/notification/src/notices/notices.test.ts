import { randomUUID } from 'node:crypto';
import { Code } from '@connectrpc/connect';
import { BallotOpenedSchema, TeamMemberInvitedSchema } from '@marquee/contracts/events/v1/festival_pb';
import {
  CreditClaimDecidedSchema,
  CreditClaimedSchema,
  FilmOwnerChangedSchema,
  FilmReleasedSchema,
  OrderChangedSchema,
  ReviewRepliedSchema,
} from '@marquee/contracts/events/v1/film_pb';
import {
  AccountBlockedSchema,
  ConnectionAcceptedSchema,
  ConnectionEndedSchema,
  ConnectionRequestedSchema,
  SubscriptionChange,
  SubscriptionChangedSchema,
} from '@marquee/contracts/events/v1/identity_pb';
import { NoticeAction, NoticeKind, NoticeService } from '@marquee/contracts/notification/v1/notice_pb';
import { PersonalDataService } from '@marquee/contracts/personal_data/v1/personal_data_pb';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { notificationService } from '../testing/notification-service.ts';
import * as events from './notice-events.ts';
import * as notices from './notices.ts';

const PAIR = randomUUID();

async function setUp() {
  const scene = await notificationService();
  const [ada, ben] = [viewers.movieLover(), viewers.movieLover()];
  scene.neighbours.people.set(ada.accountId, { firstName: 'Ada', lastName: 'Lovelace', profilePicture: '/media/ada' });
  scene.neighbours.people.set(ben.accountId, { firstName: 'Ben', lastName: 'Okri' });
  const inboxOf = (viewer = ben) => clientFor(scene.service, NoticeService, viewer);
  const listOf = async (viewer = ben, unreadOnly = false) =>
    (await inboxOf(viewer).listNotices({ unreadOnly })).notices;
  const unread = async (viewer = ben) => (await inboxOf(viewer).countUnread({ accountId: viewer.accountId })).unread;
  const ids = { requesterId: ada.accountId, recipientId: ben.accountId };
  /** Ada asks Ben; Ben's notice of it. */
  const request = async (eventId = randomUUID()) => {
    const before = (await listOf()).length;
    await scene.emit(ConnectionRequestedSchema, ids, PAIR, eventId);
    return eventually(async () => {
      const [first, ...rest] = await listOf();
      expect(rest).toHaveLength(before);
      if (!first) throw new Error('There is no notice');
      return first;
    });
  };
  return { ...scene, ada, ben, ids, inboxOf, listOf, unread, request };
}

test('an export has the notices that a person got, none that others got of them; closing removes both [SET-12:notices]', async () => {
  const { request, ada, ben, service, listOf } = await setUp();
  await request();
  const own = clientFor(service, PersonalDataService, viewers.service('identity'), { callee: 'notification' });
  const exported = async ({ accountId }: typeof ada) => {
    const paths = [];
    for await (const { path } of own.exportAccount({ accountId })) paths.push(path);
    return paths;
  };
  expect(await exported(ada)).not.toContain('notices.json');
  expect(await exported(ben)).toContain('notices.json');
  expect((await own.closeAccount({ accountId: ada.accountId })).more).toBe(false);
  expect(await listOf()).toEqual([]);
});

test('a request to connect becomes a notice with who asks, their picture and the connect action [NOT-02:connect]', async () => {
  const { request, ada, inboxOf } = await setUp();
  const notice = await request();
  const expected = {
    kind: NoticeKind.CONNECTION_REQUESTED,
    title: 'Connect Request',
    text: 'Ada Lovelace would like to connect with you.',
    picture: '/media/ada',
    pictureIsPerson: true,
    action: NoticeAction.CONNECT,
    url: `/profile/${ada.accountId}`,
    actorId: ada.accountId,
    actorName: 'Ada Lovelace',
    seen: false,
  };
  expect(notice).toMatchObject(expected);
  expect((await inboxOf().getNotice({ noticeId: notice.id })).notice).toMatchObject(expected);
});

test('an event that arrives again is one notice, and a repeated request is another', async () => {
  const { request, listOf, emit, ids } = await setUp();
  const eventId = randomUUID();
  await request(eventId);
  await emit(ConnectionRequestedSchema, ids, PAIR, eventId);
  await request();
  expect(await listOf()).toHaveLength(2);
});

test('an accepted request notifies the one who asked, with the way to the profile, and the request counts as seen [NOT-02:accepted]', async () => {
  const { request, emit, ids, ada, ben, listOf, unread } = await setUp();
  await request();
  await emit(ConnectionAcceptedSchema, ids, PAIR);
  await eventually(async () =>
    expect(await listOf(ada)).toMatchObject([
      {
        title: 'Ben Okri accepted your request',
        action: NoticeAction.VIEW_PROFILE,
        url: `/profile/${ben.accountId}`,
      },
    ]),
  );
  expect([await unread(ada), await unread(ben)]).toEqual([1, 0]);
});

test('a request that was accepted before its notice was written is no news any more', async () => {
  const { emit, ids, db } = await setUp();
  const [eventId, due] = [randomUUID(), new Date('2999-01-01T00:00:00Z')];
  await db.query(
    `INSERT INTO notice_events (id, kind, event_key, variant, actor_id, film_id, subject_id, recipient_id, created_at, due_at)
     VALUES ($1, 'CONNECTION_REQUESTED', 'x', '', $2, '', '', $3, $4, $4)`,
    [eventId, ids.requesterId, ids.recipientId, due],
  );
  await emit(ConnectionAcceptedSchema, ids, PAIR);
  await eventually(async () =>
    expect(await db.query('SELECT state FROM notice_events WHERE id = $1', [eventId])).toEqual([{ state: 'PLANNED' }]),
  );
});

test('a request that was withdrawn removes its notice', async () => {
  const { request, emit, ids, listOf, unread, deliveries, neighbours, ben, inbox } = await setUp();
  neighbours.addresses.set(ben.accountId, { email: 'ben@example.com', firstName: 'Ben' });
  neighbours.people.clear();
  await request();
  await eventually(async () => expect(await inbox()).toHaveLength(1));
  await emit(ConnectionEndedSchema, { accountId: ids.requesterId, otherId: ids.recipientId }, PAIR);
  await eventually(async () => expect(await listOf()).toEqual([]));
  expect(await unread()).toBe(0);
  expect((await deliveries()).map(({ state }) => state)).toEqual(['SENT']);
});

test.each(['whom it was for', 'whom it names'])(
  'a block by %s removes what one of them wrote to the other, and leaves what is of others [SET-08:notices]',
  async (by) => {
    const { emit, ada, ben, ids, listOf, unread, neighbours } = await setUp();
    const carla = viewers.movieLover();
    neighbours.people.set(carla.accountId, { firstName: 'Carla', lastName: 'Diaz' });
    const filmId = randomUUID();
    neighbours.films.set(filmId, { filmTitle: 'Low Tide', makerId: ben.accountId, picture: '' });
    const reply = ({ accountId }: typeof ada) =>
      emit(ReviewRepliedSchema, {
        ...{ filmId, reviewId: randomUUID(), replyId: randomUUID(), accountId },
        writerId: ben.accountId,
      });
    await reply(ada);
    await reply(carla);
    await emit(CreditClaimedSchema, { filmId, claimId: randomUUID(), accountId: ada.accountId });
    const team = { invitationId: randomUUID(), festivalId: randomUUID(), invitedBy: ada.accountId };
    await emit(TeamMemberInvitedSchema, { ...team, accountId: ben.accountId });
    await eventually(async () => expect(await listOf()).toHaveLength(4));

    // Without a connection none ends.
    const both = [ids.recipientId, ids.requesterId];
    const [blockerId = '', blockedId = ''] = by === 'whom it was for' ? both : both.toReversed();
    await emit(AccountBlockedSchema, { blockerId, blockedId, blockId: randomUUID() });
    await eventually(async () => expect(await listOf()).toHaveLength(2));
    expect((await listOf()).map(({ kind, actorId }) => [kind, actorId]).sort()).toEqual(
      [
        [NoticeKind.REVIEW_REPLIED, carla.accountId],
        [NoticeKind.TEAM_INVITED, ada.accountId],
      ].sort(),
    );
    expect(await unread()).toBe(2);
  },
);

test('a film that staff gave to another account notifies both', async () => {
  const { emit, ada, ben, listOf, neighbours } = await setUp();
  const filmId = randomUUID();
  neighbours.films.set(filmId, { filmTitle: 'Low Tide', makerId: ben.accountId, picture: '/media/poster' });
  const event = { filmId, ownerId: ben.accountId, previousOwnerId: ada.accountId };
  const eventId = randomUUID();
  await emit(FilmOwnerChangedSchema, event, filmId, eventId);
  await emit(FilmOwnerChangedSchema, event, filmId, eventId);
  await eventually(async () => {
    expect(await listOf(ben)).toMatchObject([
      { title: '“Low Tide” belongs to you now', url: `/content/${filmId}/edit` },
    ]);
    expect(await listOf(ada)).toMatchObject([{ title: '“Low Tide” belongs to another account now', url: '/content' }]);
  });
});

test('a claim notifies the maker of the film, and its acceptance the one who claimed [NOT-02:claim]', async () => {
  const { emit, ada, ben, listOf, neighbours } = await setUp();
  const [filmId, claimId] = [randomUUID(), randomUUID()];
  neighbours.films.set(filmId, { filmTitle: 'Low Tide', makerId: ben.accountId, picture: '/media/poster' });
  const claim = { filmId, claimId, accountId: ada.accountId };
  // What a maker claims in a film of their own is no news to them.
  await emit(CreditClaimedSchema, { filmId, claimId: randomUUID(), accountId: ben.accountId });
  await emit(CreditClaimedSchema, claim);
  await eventually(async () =>
    expect(await listOf(ben)).toMatchObject([
      {
        title: 'Film Credit Claim Request',
        text: 'Ada Lovelace says that a credit of “Low Tide” is theirs. Accept or decline the claim on the film’s crew page.',
        action: NoticeAction.CLAIM,
        url: `/content/${filmId}/credits`,
        picture: '/media/poster',
        pictureIsPerson: false,
      },
    ]),
  );
  await emit(CreditClaimDecidedSchema, { ...claim, accepted: false, decidedBy: ben.accountId });
  await emit(CreditClaimDecidedSchema, { ...claim, accepted: true, decidedBy: ben.accountId });
  await eventually(async () =>
    expect(await listOf(ada)).toMatchObject([
      { title: 'Your credit on “Low Tide” was accepted', action: NoticeAction.OPEN, url: '/credits' },
    ]),
  );
  // Whom a maker named agrees: the maker is notified.
  await emit(CreditClaimDecidedSchema, { ...claim, claimId: randomUUID(), accepted: true, decidedBy: ada.accountId });
  await eventually(async () =>
    expect((await listOf(ben))[0]).toMatchObject({ title: 'Ada Lovelace agreed to the credit on “Low Tide”' }),
  );
});

test('a film notifies the people whom it credits when it is released, and not again [NOT-02:new movie]', async () => {
  const { emit, ada, ben, listOf, neighbours } = await setUp();
  const filmId = randomUUID();
  neighbours.films.set(filmId, { filmTitle: 'Low Tide', makerId: ben.accountId });
  neighbours.credited.set(filmId, [ada.accountId]);
  await emit(FilmReleasedSchema, { filmId });
  await eventually(async () =>
    expect(await listOf(ada)).toMatchObject([
      { title: '“Low Tide” is here', action: NoticeAction.CHECK_IT_OUT, url: `/feed/${filmId}` },
    ]),
  );
  await emit(FilmReleasedSchema, { filmId });
  neighbours.credited.set('later', []);
  await emit(ConnectionRequestedSchema, { requesterId: ben.accountId, recipientId: ada.accountId });
  await eventually(async () => expect(await listOf(ada)).toHaveLength(2));
  expect(await listOf(ben)).toEqual([]);
});

test('who may vote is notified once when a ballot opens, of a block or of a whole event [NOT-02:vote]', async () => {
  const { emit, ada, ben, listOf, neighbours } = await setUp();
  const [eventId, blockId] = [randomUUID(), randomUUID()];
  neighbours.subjects.set(eventId, 'Opening night');
  neighbours.voters.set(`${eventId}/${blockId}`, [ada.accountId]);
  neighbours.voters.set(`${eventId}/`, [ben.accountId]);
  const opened = { ballotId: randomUUID(), eventId, blockId };
  await emit(BallotOpenedSchema, opened);
  await emit(BallotOpenedSchema, opened);
  await emit(BallotOpenedSchema, { ...opened, ballotId: randomUUID(), blockId: '' });
  const notice = {
    ...{ kind: NoticeKind.VOTING_OPENED, action: NoticeAction.VOTE, title: 'You can vote now' },
    text: 'Voting for the films of “Opening night” has begun.',
  };
  await eventually(async () =>
    expect(await listOf(ben)).toMatchObject([{ ...notice, url: `/events/${eventId}/vote` }]),
  );
  expect(await listOf(ada)).toMatchObject([{ ...notice, url: `/events/${eventId}/vote?blockId=${blockId}` }]);
});

test('notices are listed unread and all, page by page, and marked seen one by one and together [NOT-01:list]', async () => {
  const { request, inboxOf, listOf, unread, ben } = await setUp();
  for (let count = 0; count < 3; count += 1) await request();
  const first = await inboxOf().listNotices({ pageSize: 2 });
  const second = await inboxOf().listNotices({ pageSize: 2, cursor: first.nextCursor });
  const all = [...first.notices, ...second.notices].map(({ id }) => id);
  expect([new Set(all).size, second.nextCursor]).toEqual([3, '']);
  const [newest = '', middle = '', oldest = ''] = all;

  await inboxOf().markSeen({ noticeId: middle });
  await inboxOf().markSeen({ noticeId: middle });
  expect((await listOf(ben, true)).map(({ id }) => id)).toEqual([newest, oldest]);
  expect((await listOf()).map(({ seen }) => seen)).toEqual([false, true, false]);
  // What came since the page was shown stays unread.
  await inboxOf().markAllSeen({ newestNoticeId: middle });
  expect((await listOf(ben, true)).map(({ id }) => id)).toEqual([newest]);
  await inboxOf().markAllSeen({ newestNoticeId: newest });
  expect(await unread()).toBe(0);
  await expect(
    inboxOf().listNotices({ unreadOnly: true, pageSize: 2, cursor: first.nextCursor }),
  ).rejects.toMatchObject({
    reason: 'CURSOR_INVALID',
  });
});

test('a deleted notice is gone, can be restored, and after a day no more [NOT-02:delete]', async () => {
  const { request, inboxOf, listOf, unread, clock, db } = await setUp();
  const { id: noticeId } = await request();
  await inboxOf().deleteNotice({ noticeId });
  await inboxOf().deleteNotice({ noticeId });
  expect([await listOf(), await unread()]).toEqual([[], 0]);
  await expect(inboxOf().getNotice({ noticeId })).rejects.toMatchObject({
    code: Code.NotFound,
    message: 'This notification was deleted.',
  });
  await inboxOf().restoreNotice({ noticeId });
  expect([await listOf(), await unread()]).toMatchObject([[{ id: noticeId }], 1]);
  await inboxOf().deleteNotice({ noticeId });
  const deletedAt = clock.now().getTime();
  const pruneBefore = (time: number) =>
    notices.prune(db, { createdBefore: new Date(0), deletedBefore: new Date(time) });
  await pruneBefore(deletedAt);
  await inboxOf().restoreNotice({ noticeId });
  await inboxOf().deleteNotice({ noticeId });
  await pruneBefore(deletedAt + 1);
  await expect(inboxOf().restoreNotice({ noticeId })).rejects.toMatchObject({ code: Code.NotFound });
});

test('nobody reads, counts, marks or deletes what is somebody else’s', async () => {
  const { request, inboxOf, ada, ben, unread } = await setUp();
  const { id: noticeId } = await request();
  const hers = inboxOf(ada);
  for (const call of [hers.getNotice, hers.markSeen, hers.deleteNotice, hers.restoreNotice]) {
    await expect(call({ noticeId })).rejects.toMatchObject({ code: Code.NotFound });
  }
  await expect(hers.markAllSeen({ newestNoticeId: noticeId })).rejects.toMatchObject({ code: Code.NotFound });
  await expect(hers.countUnread({ accountId: ben.accountId })).rejects.toMatchObject({
    reason: 'NOT_OWN_NOTICES',
  });
  expect(await unread()).toBe(1);
});

test('each change of what a person has not seen raises a signal of their own topic with a newer version [NOT-05:badge]', async () => {
  const { request, inboxOf, signals, ben } = await setUp();
  const versions: number[] = [];
  signals.subscribe(`notices:${ben.accountId}`, ({ version }) => versions.push(Number(version)));
  const { id: noticeId } = await request();
  await eventually(() => expect(versions).toEqual([1]));
  expect(await inboxOf().countUnread({ accountId: ben.accountId })).toMatchObject({ unread: 1, version: 1n });
  await inboxOf().markSeen({ noticeId });
  await inboxOf().deleteNotice({ noticeId });
  await inboxOf().restoreNotice({ noticeId });
  await inboxOf().restoreNotice({ noticeId });
  await eventually(() => expect(versions).toEqual([1, 2, 3, 4]));
});

test('while names cannot be read, notices are listed without them', async () => {
  const { request, neighbours, listOf } = await setUp();
  neighbours.people.clear();
  await request();
  expect(await listOf()).toMatchObject([
    { title: 'Connect Request', text: 'Somebody would like to connect with you.' },
  ]);
});

test('notices, and what is to be planned, hold no names', async () => {
  const { request, db } = await setUp();
  await request();
  const kept = JSON.stringify([await db.query('SELECT * FROM notices'), await db.query('SELECT * FROM notice_events')]);
  expect(kept).not.toMatch(/Ada|Lovelace/);
});

test('who paid for a film that is gone is notified so', async () => {
  const { emit, ben, listOf } = await setUp();
  const [orderId, filmId] = [randomUUID(), randomUUID()];
  const refund = { state: 'REFUNDED', delivered: true, refund: 'LATE', refundState: 'SUCCEEDED' };
  await emit(OrderChangedSchema, { orderId, filmId, accountId: ben.accountId, ...refund }, orderId, randomUUID());
  await eventually(async () => expect(await listOf()).toHaveLength(1));
  expect((await listOf())[0]?.text).toContain('cannot be watched any more, so we give back what you paid');
});

test('who paid with coins reads of no bank', async () => {
  const { emit, ben, listOf } = await setUp();
  for (const [delivered, refund] of [
    [false, 'LATE'],
    [true, 'LATE'],
    [true, 'STAFF'],
    // Rewards gave them back by itself.
    [true, 'PROVIDER'],
  ] as const) {
    const [orderId, filmId] = [randomUUID(), randomUUID()];
    const order = { orderId, filmId, accountId: ben.accountId, delivered, refund, refundState: 'SUCCEEDED' };
    await emit(OrderChangedSchema, { ...order, currency: 'COIN' }, orderId, randomUUID());
  }
  await eventually(async () => expect(await listOf()).toHaveLength(4));
  for (const { text } of await listOf()) {
    expect(text).toContain('coins');
    expect(text).not.toContain('bank');
  }
});

test('who paid is notified of a refund once their money is back, once an order', async () => {
  const { emit, ben, listOf, unread } = await setUp();
  const [orderId, filmId] = [randomUUID(), randomUUID()];
  const step = (state: string, refund: string, refundState: string) =>
    emit(
      OrderChangedSchema,
      { orderId, filmId, accountId: ben.accountId, state, refund, refundState },
      orderId,
      randomUUID(),
    );
  await step('FULFILLED', '', '');
  // What was only asked for or failed, what happened at the bank alone, and what is nobody's any more, is no news.
  for (const other of [
    { refund: 'STAFF', refundState: 'PENDING' },
    { refund: 'STAFF', refundState: 'FAILED' },
    { refund: 'PROVIDER', refundState: 'SUCCEEDED' },
    { refund: 'STAFF', refundState: 'SUCCEEDED', accountId: '' },
  ]) {
    const order = { orderId: randomUUID(), filmId, accountId: ben.accountId, state: 'FULFILLED', ...other };
    await emit(OrderChangedSchema, order, orderId, randomUUID());
  }
  // Asked for twice, since the first failed; and what is said twice is one notice.
  for (const state of ['PENDING', 'FAILED', 'PENDING']) await step('PAID', 'LATE', state);
  for (const _time of ['once', 'twice']) await step('REFUNDED', 'LATE', 'SUCCEEDED');
  await eventually(async () => expect(await listOf()).toHaveLength(1));
  expect(await listOf()).toMatchObject([
    { kind: NoticeKind.ORDER_REFUNDED, title: 'What you paid for a film goes back to you', action: NoticeAction.OPEN },
  ]);
  expect(await unread()).toBe(1);
});

test.each<[keyof typeof SubscriptionChange, string, string]>([
  ['RENEWED', 'Your plan has renewed', 'Thank you. The receipt is in your settings.'],
  [
    'DECLINED',
    'The payment for your plan did not work',
    'Please change your card. We try it again, and you keep your plan for some days until then.',
  ],
  ['ENDS_SOON', 'Your plan ends soon', 'You pay nothing more. You can keep your plan until it ends.'],
  ['RENEWS_SOON', 'Your plan renews soon', 'Your card is charged in some days. You can cancel until then.'],
  ['ENDED', 'Your plan has ended', 'You can choose a plan again at any time.'],
  ['ENDED_UNPAID', 'Your plan has ended', 'The payment for it did not work. You can choose a plan again at any time.'],
  [
    'REFUNDED',
    'What you paid for your plan goes back to you',
    'It goes back to the card that paid it. The receipt in your settings says when it is back.',
  ],
])('of a plan that is %s its owner is notified: %s [SET-10]', async (change, title, text) => {
  const { emit, ben, listOf } = await setUp();
  const facts = { accountId: ben.accountId, change: SubscriptionChange[change] };
  await emit(SubscriptionChangedSchema, facts, randomUUID(), randomUUID());
  await eventually(async () => expect(await listOf()).toHaveLength(1));
  expect(await listOf()).toMatchObject([{ kind: NoticeKind.PLAN_CHANGED, title, text }]);
});

test('who was refunded is notified once that it failed later, and once that what is owed is back, however often that is said', async () => {
  const { emit, ben, listOf, neighbours, inbox } = await setUp();
  neighbours.addresses.set(ben.accountId, { email: 'ben@example.com', firstName: 'Ben' });
  const [orderId, filmId] = [randomUUID(), randomUUID()];
  neighbours.films.set(filmId, { filmTitle: 'Low Tide', makerId: randomUUID() });
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
  const order = { orderId, filmId, state: 'REFUNDED', delivered: true, refund: 'STAFF' };
  for (const [refundId, refundState, owedStep] of [
    [first, 'SUCCEEDED', ''],
    [first, 'FAILED', 'OWED'],
    // It is refused at once, given again, and fails later once more.
    [second, 'PENDING', 'GOING'],
    [second, 'FAILED', 'GOING'],
    [third, 'SUCCEEDED', 'GIVEN'],
    [third, 'FAILED', 'OWED'],
  ] as const) {
    const step = { ...order, refundId, refundState, owedStep };
    for (const accountId of [ben.accountId, ben.accountId, '']) {
      await emit(OrderChangedSchema, { ...step, accountId }, orderId, randomUUID());
    }
  }
  await eventually(async () => expect(await inbox()).toHaveLength(4));
  const [failed, back] = ['Your refund for “Low Tide” has failed', 'What we owed you for “Low Tide” has gone back'];
  const said = await listOf();
  expect(said.map(({ title }) => title).sort()).toEqual(
    [failed, back, failed, 'What you paid for “Low Tide” goes back to you'].sort(),
  );
  expect(said.find(({ title }) => title === failed)).toMatchObject({
    ...{ kind: NoticeKind.REFUND_OWED, url: '/settings/receipts' },
    text: 'The money that we gave back did not arrive, as when a card or an account is closed. We still owe it to you, and will give it back in another way.',
  });
  expect((await inbox()).map(({ subject }) => subject)).toContain(failed);
});

test.each<[keyof typeof SubscriptionChange, string, string]>([
  ['REFUND_FAILED', 'Your refund for your plan has failed', 'The money that we gave back did not arrive'],
  ['OWED_GIVEN', 'What we owed you for your plan has gone back', 'It takes the place of the refund that had failed.'],
  [
    'OWED_GIVEN_ELSEWHERE',
    'What we owed you for your plan has gone back',
    'Our staff have paid it to you in another way, because the refund had failed.',
  ],
])('of what is owed for a plan its owner is notified: %s', async (change, title, text) => {
  const { emit, ben, listOf } = await setUp();
  const eventId = randomUUID();
  const facts = { accountId: ben.accountId, change: SubscriptionChange[change] };
  for (const _time of ['once', 'twice']) await emit(SubscriptionChangedSchema, facts, randomUUID(), eventId);
  await eventually(async () => expect(await listOf()).toHaveLength(1));
  const [notice] = await listOf();
  expect(notice).toMatchObject({ kind: NoticeKind.REFUND_OWED, title });
  expect(notice?.text).toContain(text);
});

test('who has the plan of before again after a refund reads that it does not renew, in the notice and the mail [SET-10:refund]', async () => {
  const { emit, ben, listOf, neighbours, inbox } = await setUp();
  neighbours.addresses.set(ben.accountId, { email: 'ben@example.com', firstName: 'Ben' });
  const facts = { accountId: ben.accountId, change: SubscriptionChange.REFUNDED, isOfBefore: true };
  await emit(SubscriptionChangedSchema, facts, randomUUID(), randomUUID());
  await eventually(async () => expect(await listOf()).toHaveLength(1));
  const title = 'What you paid for your plan goes back to you';
  const text =
    'The plan that you had before is back until its old end, and does not renew. The receipt in your settings says when the money is back.';
  expect(await listOf()).toMatchObject([{ kind: NoticeKind.PLAN_CHANGED, title, text }]);
  await eventually(async () =>
    expect(await inbox()).toMatchObject([{ subject: title, text: expect.stringContaining(text) }]),
  );
});

test('an answer, and an end, concern the request between these two people alone', async () => {
  const { request, emit, ids, ada, ben, db, listOf } = await setUp();
  const cleo = viewers.movieLover();
  /** What is still to be planned, and was given up; resolves to its id. */
  const planned = async (kind: string, actor: typeof ada, recipient: typeof ada, state = 'WAITING') => {
    const id = randomUUID();
    await db.query(
      `INSERT INTO notice_events (id, kind, event_key, variant, actor_id, film_id, subject_id, recipient_id, state, created_at, due_at)
       VALUES ($1, $2, $6, '', $3, '', '', $4, $5, '2999-01-01', CASE WHEN $5 = 'WAITING' THEN '2999-01-01'::timestamptz END)`,
      [id, kind, actor.accountId, recipient.accountId, state, id],
    );
    return id;
  };
  const asked = await planned('CONNECTION_REQUESTED', ada, ben);
  const accepted = await planned('CONNECTION_ACCEPTED', ben, ada);
  const others = [
    await planned('CONNECTION_REQUESTED', cleo, ben),
    await planned('CONNECTION_REQUESTED', ada, cleo),
    await planned('CREDIT_NAMED', ada, ben),
  ];
  const failed = await planned('CONNECTION_REQUESTED', ada, ben, 'FAILED');
  const stateOf = async (...wanted: string[]) => {
    const text = 'SELECT DISTINCT state FROM notice_events WHERE id = ANY($1::uuid[])';
    return (await db.query<{ state: string }>(text, [wanted])).map(({ state }) => state);
  };
  await request();
  await emit(ConnectionRequestedSchema, { requesterId: cleo.accountId, recipientId: ben.accountId }, PAIR);
  await emit(TeamMemberInvitedSchema, {
    ...{ invitationId: randomUUID(), festivalId: randomUUID(), accountId: ben.accountId, invitedBy: ada.accountId },
  });
  await eventually(async () => expect(await listOf()).toHaveLength(3));

  await emit(ConnectionAcceptedSchema, ids, PAIR);
  await eventually(async () => expect(await stateOf(asked)).toEqual(['PLANNED']));
  expect(await stateOf(accepted, ...others)).toEqual(['WAITING']);
  await eventually(async () => expect(await listOf(ada)).toHaveLength(1));
  expect(await listOf(ben, true)).toHaveLength(2);

  await emit(ConnectionEndedSchema, { accountId: ids.requesterId, otherId: ids.recipientId }, PAIR);
  await eventually(async () => expect(await stateOf(accepted)).toEqual(['PLANNED']));
  await eventually(async () => expect(await listOf(ada)).toEqual([]));
  expect((await listOf()).map(({ kind }) => kind).sort()).toEqual(
    [NoticeKind.CONNECTION_REQUESTED, NoticeKind.TEAM_INVITED].sort(),
  );
  expect([await stateOf(...others), await stateOf(failed)]).toEqual([['WAITING'], ['FAILED']]);
});

test('old notices go, and so does what was planned of them, but nothing that is still to be planned', async () => {
  const { request, listOf, db, clock, ids } = await setUp();
  await request();
  const created = clock.now().getTime();
  const states = async () =>
    (await db.query<{ state: string }>('SELECT state FROM notice_events')).map((row) => row.state);
  await db.query(
    `INSERT INTO notice_events (id, kind, event_key, actor_id, recipient_id, created_at, due_at)
     VALUES (gen_random_uuid(), 'CONNECTION_REQUESTED', 'x', $1, $2, '2000-01-01', '2999-01-01')`,
    [ids.requesterId, ids.recipientId],
  );
  const pruneBefore = async (time: number) => {
    await notices.prune(db, { createdBefore: new Date(time), deletedBefore: new Date(0) });
    await events.prune(db, new Date(time));
  };
  await pruneBefore(created);
  expect([(await listOf()).length, (await states()).sort()]).toEqual([1, ['PLANNED', 'WAITING']]);
  await pruneBefore(created + 1);
  expect([await listOf(), await states()]).toEqual([[], ['WAITING']]);
});

import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import { BallotOpenedSchema, TicketOrderChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import {
  CreditClaimDecidedSchema,
  CreditClaimedSchema,
  CreditNamedSchema,
  FilmDecidedSchema,
  FilmOwnerChangedSchema,
  FilmReleasedSchema,
  OrderChangedSchema,
  ReviewRepliedSchema,
  ReviewsLikedSchema,
} from '@marquee/contracts/events/v1/film_pb';
import { SubscriptionChange, SubscriptionChangedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { on } from '@marquee/events/consumer';
import { COIN_UNIT } from '@marquee/rules/coins';
import type { NoticeKindName } from '@marquee/rules/notices';
import type { NotificationWrite } from '../resources.ts';
import type { NoticeEvent } from './notice.ts';
import * as events from './notice-events.ts';

/** What an event says of a notice; `kind` where it is not the usual one of such events. */
type Facts = Partial<NoticeEvent> & { eventKey: string };

/** Plans a notice of an event, once a key. */
export async function planNotice(
  { tx, clock }: NotificationWrite,
  kind: NoticeKindName,
  { variant = '', actorId = '', filmId = '', subjectId = '', recipientId = '', eventKey }: Facts,
): Promise<void> {
  await events.plan(tx, { kind, variant, actorId, filmId, subjectId, recipientId, eventKey }, clock.now());
}

const noticed = <S extends DescMessage>(
  schema: S,
  kind: NoticeKindName,
  factsOf: (event: MessageShape<S>) => Facts | undefined,
) =>
  on(schema, async (write: NotificationWrite, event) => {
    const facts = factsOf(event);
    if (facts) await planNotice(write, facts.kind ?? kind, facts);
  });

const OWED_STEPS = ['OWED', 'GIVEN', 'ELSEWHERE'];

/**
 * What a buyer learns of a refund that failed after it had succeeded: once that it did, and once, when all that was owed is back,
 * that it is. An owed refund is no news otherwise.
 */
export function owedFacts(
  of: 'FILM' | 'TICKETS' | 'SUBMISSION',
  { refundId, owedStep }: { refundId: string; owedStep: string },
  about: Pick<Facts, 'filmId' | 'subjectId' | 'recipientId'>,
): Facts | undefined {
  if (!OWED_STEPS.includes(owedStep) || about.recipientId === '') return undefined;
  return { ...about, kind: 'REFUND_OWED', variant: `${of}_${owedStep}`, eventKey: `${refundId}:${owedStep}` };
}

/** Why tickets were paid back, where the buyer gets a notice: of what happened at the provider alone they hear there. */
const NOTICED_REFUNDS = ['BUYER', 'SELLER', 'STAFF', 'CANCELLED', 'LATE'];

/**
 * Once for each order of tickets, and for each ticket that goes back alone, when the money is back: a refund may fail. That an event
 * was cancelled is said at once: its tickets have ended in any case, and what could not be given back is asked for again.
 */
export const onTicketRefunds = noticed(
  TicketOrderChangedSchema,
  'TICKETS_REFUNDED',
  ({ orderId, accountId, refund, refundState, partRefundId, ...owed }) => {
    if (owed.owedStep) return owedFacts('TICKETS', owed, { subjectId: orderId, recipientId: accountId });
    const isTime = refundState === (refund === 'CANCELLED' ? 'PENDING' : 'SUCCEEDED');
    if (!NOTICED_REFUNDS.includes(refund) || !isTime || accountId === '') return undefined;
    const variant = partRefundId ? `ONE_${refund}` : refund;
    return { variant, subjectId: orderId, recipientId: accountId, eventKey: partRefundId || orderId };
  },
);

/** Once for each ballot, when it opens. */
export const onBallotsOpened = noticed(BallotOpenedSchema, 'VOTING_OPENED', ({ ballotId, eventId, blockId }) => ({
  ...{ subjectId: blockId === '' ? eventId : `${eventId}/${blockId}`, eventKey: ballotId },
}));

/** What happened to a plan, where its owner gets a notice: of what they have just done themselves they get none. */
const NOTICED_PLANS: Partial<Record<SubscriptionChange, string>> = {
  [SubscriptionChange.RENEWED]: 'RENEWED',
  [SubscriptionChange.DECLINED]: 'DECLINED',
  [SubscriptionChange.ENDS_SOON]: 'ENDS_SOON',
  [SubscriptionChange.RENEWS_SOON]: 'RENEWS_SOON',
  [SubscriptionChange.ENDED]: 'ENDED',
  [SubscriptionChange.ENDED_UNPAID]: 'ENDED_UNPAID',
  [SubscriptionChange.REFUNDED]: 'REFUNDED',
};

/** What became of a refund of a plan that failed after it had succeeded. */
const OWED_PLANS: Partial<Record<SubscriptionChange, string>> = {
  [SubscriptionChange.REFUND_FAILED]: 'PLAN_OWED',
  [SubscriptionChange.OWED_GIVEN]: 'PLAN_GIVEN',
  [SubscriptionChange.OWED_GIVEN_ELSEWHERE]: 'PLAN_ELSEWHERE',
};

/** Once for each change of a plan. */
export const onPlanChanges = on(
  SubscriptionChangedSchema,
  async (write: NotificationWrite, { accountId: recipientId, change, isOfBefore }, { id: eventKey }) => {
    const variant = isOfBefore ? 'REFUNDED_TO_BEFORE' : NOTICED_PLANS[change];
    if (variant) await planNotice(write, 'PLAN_CHANGED', { variant, recipientId, eventKey });
    const owed = OWED_PLANS[change];
    if (owed) await planNotice(write, 'REFUND_OWED', { variant: owed, recipientId, eventKey });
  },
);

/** The events of films that people are notified of. */
export const onFilmNotices = [
  noticed(CreditClaimedSchema, 'CREDIT_CLAIM', ({ filmId, claimId, accountId }) => ({
    ...{ filmId, subjectId: claimId, actorId: accountId, eventKey: claimId },
  })),
  noticed(CreditNamedSchema, 'CREDIT_NAMED', ({ filmId, claimId, accountId }) => ({
    ...{ filmId, subjectId: claimId, recipientId: accountId, eventKey: claimId },
  })),
  noticed(CreditClaimDecidedSchema, 'CREDIT_ACCEPTED', ({ filmId, claimId, accountId, accepted, decidedBy }) => {
    if (!accepted || !decidedBy) return undefined;
    // The one who did not agree last is notified.
    const other = decidedBy === accountId ? { actorId: accountId } : { recipientId: accountId };
    return { filmId, subjectId: claimId, eventKey: claimId, ...other };
  }),
  noticed(FilmDecidedSchema, 'FILM_DECIDED', ({ filmId, actionId }) => ({
    ...{ filmId, subjectId: actionId, eventKey: actionId },
  })),
  on(
    FilmOwnerChangedSchema,
    async (write: NotificationWrite, { filmId, ownerId, previousOwnerId }, { id: eventKey }) => {
      const recipients = { GIVEN: ownerId, TAKEN: previousOwnerId };
      for (const [variant, recipientId] of Object.entries(recipients)) {
        const key = `${eventKey}:${variant}`;
        await planNotice(write, 'FILM_OWNER_CHANGED', { variant, filmId, recipientId, eventKey: key });
      }
    },
  ),
  // A film that is published again is not new.
  noticed(FilmReleasedSchema, 'NEW_MOVIE', ({ filmId }) => ({ filmId, eventKey: filmId })),
  // Once for each order, when the money is back: a refund may fail. What happened at the provider or bank alone, the buyer has from there; who gives
  // coins back says nothing.
  noticed(OrderChangedSchema, 'ORDER_REFUNDED', (order) => {
    const { orderId, filmId, accountId, delivered, refund, refundState, currency } = order;
    if (order.owedStep) return owedFacts('FILM', order, { filmId, recipientId: accountId });
    const isInCoins = currency === COIN_UNIT;
    const isNoticed = refund === 'LATE' || refund === 'STAFF' || (refund === 'PROVIDER' && isInCoins);
    if (!isNoticed || refundState !== 'SUCCEEDED' || accountId === '') return undefined;
    // What was delivered came in time, and can be had no more.
    const isGone = refund === 'PROVIDER' || (refund === 'LATE' && delivered);
    const why = isGone ? 'GONE' : refund;
    const variant = isInCoins ? `${why}_COINS` : why;
    return { variant, filmId, subjectId: orderId, recipientId: accountId, eventKey: orderId };
  }),
  noticed(ReviewRepliedSchema, 'REVIEW_REPLIED', ({ filmId, replyId, accountId, writerId }) => ({
    ...{ filmId, subjectId: replyId, actorId: accountId, recipientId: writerId, eventKey: replyId },
  })),
  noticed(ReviewsLikedSchema, 'REVIEWS_LIKED', ({ filmId, accountId, likes, day }) => ({
    ...{ variant: String(likes), filmId, recipientId: accountId, eventKey: `${accountId}:${day}` },
  })),
];

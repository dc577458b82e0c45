import type { Client } from '@connectrpc/connect';
import type { GiftService } from '@marquee/contracts/festival/v1/gift_pb';
import type { VoteService } from '@marquee/contracts/festival/v1/vote_pb';
import { FilmActionKind, type ModerationService } from '@marquee/contracts/film/v1/moderation_pb';
import type { NoticeFactsService } from '@marquee/contracts/film/v1/notice_facts_pb';
import type { PersonFactsService } from '@marquee/contracts/identity/v1/person_facts_pb';
import type { StaffNoticeService } from '@marquee/contracts/identity/v1/staff_notice_pb';
import { isId } from '@marquee/data/ids';
import { ifFound } from '@marquee/runtime/rpc/if-found';
import { KINDS } from './kinds.ts';
import type { ClaimedEvent, RecipientPage } from './notice.ts';

/** The most that an owner gives at once. */
const RECIPIENTS_PER_PAGE = 100;
/**
 * Recipients planned in one transaction, of several pages: its round trips cost as much as the rows of a page. Of many
 * more, somebody who marks a notice as seen meanwhile would wait.
 */
const RECIPIENTS_AT_ONCE = 500;

/** Whom events are for, as the owners of their subjects say. */
export type RecipientSources = {
  makerOf(filmId: string): Promise<RecipientPage>;
  creditedBy(filmId: string, nextPage: string): Promise<RecipientPage>;
  /** The maker, and what was decided; nobody when it was overtaken. */
  decisionOn(actionId: string): Promise<RecipientPage>;
  /** Who signs in with the address that somebody sent a ticket to; nobody once it was accepted or has ended. */
  invitedToTicket(giftId: string, giverId: string): Promise<RecipientPage>;
  /** Who has a ticket of an event and can vote on its open ballot, of a block or of the whole. */
  votersOf(place: { eventId: string; blockId: string }, nextPage: string): Promise<RecipientPage>;
  /** Whom staff wrote to. */
  staffNotice(id: string, nextPage: string): Promise<RecipientPage>;
};

type Clients = {
  films: Client<typeof NoticeFactsService>;
  moderation: Client<typeof ModerationService>;
  persons: Client<typeof PersonFactsService>;
  gifts: Client<typeof GiftService>;
  votes: Client<typeof VoteService>;
  staffNotices: Client<typeof StaffNoticeService>;
};

const NOBODY: RecipientPage = { accountIds: [], nextPage: '' };

export function recipientSources(clients: Clients): RecipientSources {
  const { films, moderation, persons, gifts, votes, staffNotices } = clients;
  return {
    async makerOf(filmId) {
      const { films: found } = await films.describeFilms({ filmIds: [filmId] });
      return { ...NOBODY, accountIds: found.map(({ makerId }) => makerId) };
    },
    creditedBy: (filmId, from) =>
      together(from, (cursor) => films.listCreditedPeople({ filmId, pageSize: RECIPIENTS_PER_PAGE, cursor })),
    async invitedToTicket(invitationId, senderId) {
      const invitation = await ifFound(gifts.getTicketInvitation({ invitationId }));
      if (!invitation || invitation.ended) return NOBODY;
      const { email, phoneNumber } = invitation;
      const { accountId } = await persons.findRecipient({ email, phoneNumber, senderId });
      return { ...NOBODY, accountIds: [accountId] };
    },
    votersOf: ({ eventId, blockId }, from) =>
      together(from, (cursor) =>
        votes.listBallotRecipients({ eventId, blockId, pageSize: RECIPIENTS_PER_PAGE, cursor }),
      ),
    staffNotice: (staffNoticeId, from) =>
      together(from, (cursor) =>
        staffNotices.listStaffNoticeRecipients({ staffNoticeId, pageSize: RECIPIENTS_PER_PAGE, cursor }),
      ),
    async decisionOn(actionId) {
      const decision = await ifFound(moderation.getFilmDecision({ actionId }));
      if (!decision || decision.ended) return NOBODY;
      return { ...NOBODY, accountIds: [decision.accountId], variant: FilmActionKind[decision.kind] ?? '' };
    },
  };
}

/** Pages of an owner from a cursor on, as one of those who are planned together. */
async function together(
  from: string,
  pageAt: (cursor: string) => Promise<{ accountIds: string[]; nextCursor: string }>,
): Promise<RecipientPage> {
  const accountIds: string[] = [];
  let cursor = from;
  do {
    const page = await pageAt(cursor);
    accountIds.push(...page.accountIds);
    cursor = page.nextCursor;
  } while (cursor !== '' && accountIds.length < RECIPIENTS_AT_ONCE);
  return { accountIds, nextPage: cursor };
}

/** The next page of whom an event is for. */
export async function recipientsOf(sources: RecipientSources, event: ClaimedEvent): Promise<RecipientPage> {
  const page = event.recipientId
    ? { ...NOBODY, accountIds: [event.recipientId] }
    : ((await KINDS[event.kind].recipients?.(sources, event)) ?? NOBODY);
  // Nobody is notified of what they did themselves.
  return { ...page, accountIds: page.accountIds.filter((id) => isId(id) && id !== event.actorId) };
}

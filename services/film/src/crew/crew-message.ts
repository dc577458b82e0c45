import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ListCrewResponseSchema } from '@marquee/contracts/film/v1/catalogue_pb';
import {
  type AnswerCreditRequest,
  ClaimState,
  type CreditClaimSchema,
  type GetCreditInvitationResponseSchema,
  type GetCreditRequestResponseSchema,
  type GetInvitedCreditResponseSchema,
  type OrderCrewRequest,
} from '@marquee/contracts/film/v1/crew_pb';
import { CreditConfirmation, type CrewEntrySchema, Department } from '@marquee/contracts/film/v1/film_pb';
import { InvitationType } from '@marquee/contracts/invitation/v1/invitation_pb';
import { nameOf } from '../films/enum-names.ts';
import type { Claim } from './claims.ts';
import type { Credit } from './crew.ts';
import type { InvitedCredit } from './get-invited-credit.ts';
import type { Invitation } from './invitations.ts';
import type { CrewPage } from './list-crew.ts';

type CrewEntry = MessageInitShape<typeof CrewEntrySchema>;
type CreditClaim = MessageInitShape<typeof CreditClaimSchema>;

const CONFIRMATIONS = {
  OPEN: CreditConfirmation.WAITING,
  ACCEPTED: CreditConfirmation.CONFIRMED,
  DECLINED: CreditConfirmation.DECLINED,
} as const;

function confirmationOf({ personId, answer }: Credit): CreditConfirmation {
  if (personId) return CreditConfirmation.CONFIRMED;
  return answer ? CONFIRMATIONS[answer] : CreditConfirmation.UNSPECIFIED;
}

/** A credit; who was invited, and what whom the maker named answered, concern only those who edit the film. */
function crewMessage(row: Credit, forEditor: boolean): CrewEntry {
  return {
    ...row,
    // The name stays as the maker typed it; nothing leads to a profile that others do not find.
    personId: row.isPrivate && !forEditor ? '' : (row.personId ?? ''),
    profilePicture: row.profilePicture ?? '',
    invited: forEditor && row.invited,
    confirmation: forEditor ? confirmationOf(row) : CreditConfirmation.UNSPECIFIED,
  };
}

export function crewPageMessage(page: CrewPage): MessageInitShape<typeof ListCrewResponseSchema> {
  const { rows, nextCursor, forEditor, invitesByText } = page;
  return { crew: rows.map((row) => crewMessage(row, forEditor)), nextCursor, invitesByText };
}

/** The answer of a write on a credit, to who edits its film. */
export function entryMessage(row: Credit | undefined): { entry?: CrewEntry } {
  return row ? { entry: crewMessage(row, true) } : {};
}

export function claimMessage(row: Claim): CreditClaim {
  const { credit, firstName, lastName, role } = row;
  return {
    id: row.id,
    filmId: row.filmId,
    entry: { id: row.crewId, credit, firstName, lastName, role, personId: row.personId ?? '' },
    claimant: {
      id: row.accountId,
      firstName: row.claimantFirstName ?? '',
      lastName: row.claimantLastName ?? '',
      profilePicture: row.claimantPicture ?? '',
    },
    createdAt: timestampFromDate(row.createdAt),
    filmTitle: row.filmTitle,
    filmVisible: row.filmVisible,
    named: row.makerAgrees,
    type: row.makerAgrees ? InvitationType.CREDIT : InvitationType.UNSPECIFIED,
    makerName: row.makerName ?? '',
    state: ClaimState[row.state as 'OPEN' | 'ACCEPTED' | 'DECLINED'],
  };
}

/** An order of credits by the name of their department. */
export function orderCrewInput(request: OrderCrewRequest) {
  return { ...request, department: nameOf(Department, request.department) };
}

/** An answer by the name of its state. */
export function answerCreditInput(request: AnswerCreditRequest) {
  return { ...request, answer: nameOf(ClaimState, request.answer) };
}

/** The answer of a write on a claim. */
export function oneClaimMessage(row: Claim | undefined): { claim?: CreditClaim } {
  return row ? { claim: claimMessage(row) } : {};
}

export function creditRequestMessage(
  claim: Claim & { isBlocked: boolean },
): MessageInitShape<typeof GetCreditRequestResponseSchema> {
  const { accountId, filmTitle, credit, role, makerName } = claim;
  return {
    accountId,
    filmTitle,
    credit,
    role,
    makerName: makerName ?? '',
    ended: claim.state !== 'OPEN' || claim.isBlocked,
  };
}

/** What the holder of an invitation is asked. */
export function invitedCreditMessage({
  invitation,
  claim,
}: InvitedCredit): MessageInitShape<typeof GetInvitedCreditResponseSchema> {
  const { crewId, filmId, filmTitle, filmVisible, credit, firstName, lastName, role, department } = invitation;
  return {
    ...{ filmId, filmTitle, filmVisible, inviterName: invitation.inviterName ?? '' },
    entry: { id: crewId, credit, firstName, lastName, role, department },
    claim: claim && claimMessage(claim),
  };
}

export function invitationMessage(
  row: Invitation & { invitationToken: string },
): MessageInitShape<typeof GetCreditInvitationResponseSchema> {
  return {
    ...row,
    invitationId: row.id,
    inviterName: row.inviterName ?? '',
    ended: row.endedAt !== null || (row.email === '' && row.phoneNumber === ''),
  };
}

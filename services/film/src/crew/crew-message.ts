import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ListCrewResponseSchema } from '@marquee/contracts/film/v1/catalogue_pb';
import type { CrewEntrySchema } from '@marquee/contracts/film/v1/film_pb';
import {
  ClaimState,
  type CreditClaimSchema,
  type GetCreditInvitationResponseSchema,
} from '@marquee/contracts/film/v1/studio_pb';
import type { Claim } from './claims.ts';
import type { Credit } from './crew.ts';
import type { Invitation } from './invitations.ts';
import type { CrewPage } from './list-crew.ts';

type CrewEntry = MessageInitShape<typeof CrewEntrySchema>;
type CreditClaim = MessageInitShape<typeof CreditClaimSchema>;

/** A credit; who was invited concerns only those who edit the film. */
function crewMessage(row: Credit, forEditor: boolean): CrewEntry {
  return {
    ...row,
    personId: row.personId ?? '',
    profilePicture: row.profilePicture ?? '',
    invited: forEditor && row.invited,
  };
}

export function crewPageMessage(page: CrewPage): MessageInitShape<typeof ListCrewResponseSchema> {
  return { crew: page.rows.map((row) => crewMessage(row, page.forEditor)), nextCursor: page.nextCursor };
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
    state: ClaimState[row.state as 'OPEN' | 'ACCEPTED' | 'DECLINED'],
  };
}

/** The answer of a write on a claim. */
export function claimAnswer(row: Claim | undefined): { claim?: CreditClaim } {
  return row ? { claim: claimMessage(row) } : {};
}

export function invitationMessage(row: Invitation): MessageInitShape<typeof GetCreditInvitationResponseSchema> {
  return {
    ...row,
    invitationId: row.id,
    inviterName: row.inviterName ?? '',
    ended: row.endedAt !== null || row.personId !== null,
  };
}

import { CrewService } from '@marquee/contracts/film/v1/studio_pb';
import {
  addCrewRequestSchema,
  creditInvitationSchema,
  crewIdSchema,
  decideCreditClaimSchema,
  filmIdSchema,
  filmPageSchema,
  inviteCrewRequestSchema,
} from '@marquee/rules/film-requests';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import type { FilmResources } from '../resources.ts';
import { addCrew } from './add-crew.ts';
import { claimCredit } from './claim-credit.ts';
import { claimAnswer, claimMessage, entryMessage, invitationMessage } from './crew-message.ts';
import { decideCreditClaim } from './decide-credit-claim.ts';
import { getCreditInvitation } from './get-credit-invitation.ts';
import { inviteCrew } from './invite-crew.ts';
import { listCreditClaims } from './list-credit-claims.ts';
import { listOwnClaims } from './list-own-claims.ts';
import { removeCrew } from './remove-crew.ts';

export const crewRpc = rpc<FilmResources>()(CrewService, {
  addCrew: write(addCrewRequestSchema, addCrew, entryMessage),
  removeCrew: write(crewIdSchema, removeCrew, () => ({})),
  inviteCrew: write(inviteCrewRequestSchema, inviteCrew, entryMessage),
  claimCredit: write(crewIdSchema, claimCredit, claimAnswer),
  listCreditClaims: read(filmPageSchema, listCreditClaims, ({ rows, nextCursor }) => ({
    claims: rows.map(claimMessage),
    nextCursor,
  })),
  decideCreditClaim: write(decideCreditClaimSchema, decideCreditClaim, claimAnswer),
  listOwnClaims: read(filmIdSchema, listOwnClaims, (claims) => ({ claims: claims.map(claimMessage) })),
  getCreditInvitation: read(creditInvitationSchema, getCreditInvitation, invitationMessage),
});

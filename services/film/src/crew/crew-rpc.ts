import { CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import { crewIdSchema, filmIdSchema, filmPageSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import { addCrew, addCrewRequestSchema, askConnected } from './add-crew.ts';
import { answerCredit, answerCreditSchema, limitAnswers } from './answer-credit.ts';
import { claimCredit, claimCreditSchema } from './claim-credit.ts';
import {
  answerCreditInput,
  claimMessage,
  creditRequestMessage,
  entryMessage,
  invitationMessage,
  invitedCreditMessage,
  oneClaimMessage,
  orderCrewInput,
} from './crew-message.ts';
import { decideCreditClaim, decideCreditClaimSchema } from './decide-credit-claim.ts';
import { creditInvitationSchema, getCreditInvitation } from './get-credit-invitation.ts';
import { creditRequestSchema, getCreditRequest } from './get-credit-request.ts';
import { getInvitedCredit, invitedCreditSchema } from './get-invited-credit.ts';
import { inviteCrew, inviteCrewInput, inviteCrewRequestSchema } from './invite-crew.ts';
import { listCreditClaims } from './list-credit-claims.ts';
import { listOwnClaims } from './list-own-claims.ts';
import { listOwnCredits, listOwnCreditsSchema } from './list-own-credits.ts';
import { orderCrew, orderCrewSchema } from './order-crew.ts';
import { removeCrew } from './remove-crew.ts';

export const crewRpc = rpc<FilmResources>()(CrewService, {
  addCrew: write(addCrewRequestSchema, addCrew, entryMessage, { before: askConnected }),
  removeCrew: write(crewIdSchema, removeCrew, () => ({})),
  orderCrew: write(orderCrewSchema, orderCrew, () => ({}), { from: orderCrewInput }),
  inviteCrew: write(inviteCrewRequestSchema, inviteCrew, entryMessage, { from: inviteCrewInput }),
  claimCredit: write(claimCreditSchema, claimCredit, oneClaimMessage, { before: limitAnswers }),
  listCreditClaims: read(filmPageSchema, listCreditClaims, ({ rows, nextCursor }) => ({
    claims: rows.map(claimMessage),
    nextCursor,
  })),
  decideCreditClaim: write(decideCreditClaimSchema, decideCreditClaim, oneClaimMessage),
  listOwnClaims: read(filmIdSchema, listOwnClaims, (claims) => ({ claims: claims.map(claimMessage) })),
  listOwnCredits: read(listOwnCreditsSchema, listOwnCredits, ({ rows, nextCursor }) => ({
    credits: rows.map(claimMessage),
    nextCursor,
  })),
  answerCredit: write(answerCreditSchema, answerCredit, (row) => (row ? { credit: claimMessage(row) } : {}), {
    from: answerCreditInput,
    before: limitAnswers,
  }),
  getInvitedCredit: read(invitedCreditSchema, getInvitedCredit, invitedCreditMessage),
  getCreditInvitation: read(creditInvitationSchema, getCreditInvitation, invitationMessage),
  getCreditRequest: read(creditRequestSchema, getCreditRequest, creditRequestMessage),
});

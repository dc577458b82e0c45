import { CrewService } from '@marquee/contracts/film/v1/studio_pb';
import { addCrewSchema, inviteCrewSchema } from '@marquee/rules/film-crew';
import { implement } from '@marquee/runtime/rpc/implement';
import { parse } from '@marquee/runtime/schema';
import { requireAccount } from '@marquee/runtime/viewer';
import { idempotentWriteOf, writeOf } from '../films/write-once.ts';
import type { FilmResources } from '../resources.ts';
import { claimCredit, decideCreditClaim, listCreditClaims, listOwnClaims } from './claim-credit.ts';
import { invitationNotFound } from './crew-errors.ts';
import { getInvitation } from './crew-store.ts';
import { addCrew, inviteCrew, removeCrew } from './edit-crew.ts';

export function crewRpc(resources: FilmResources) {
  return implement(CrewService, {
    addCrew: (request, context) =>
      addCrew(resources, writeOf(request, context), { ...parse(addCrewSchema, request), filmId: request.filmId }),

    removeCrew: (request, context) => removeCrew(resources, idempotentWriteOf(request, context), request),

    inviteCrew: (request, context) =>
      inviteCrew(resources, writeOf(request, context), {
        filmId: request.filmId,
        crewId: request.crewId,
        email: parse(inviteCrewSchema, request).email,
      }),

    claimCredit: (request, context) => claimCredit(resources, writeOf(request, context), request),

    listCreditClaims: (request, { viewer }) => listCreditClaims(resources, viewer, request),

    decideCreditClaim: (request, context) => decideCreditClaim(resources, writeOf(request, context), request),

    listOwnClaims: (request, { viewer }) => listOwnClaims(resources, requireAccount(viewer), request.filmId),

    async getCreditInvitation({ invitationId }) {
      const invitation = await getInvitation(resources.db, invitationId);
      if (!invitation) throw invitationNotFound();
      return {
        invitationId: invitation.id,
        email: invitation.email,
        firstName: invitation.first_name,
        filmId: invitation.film_id,
        filmTitle: invitation.film_title,
        credit: invitation.credit,
        role: invitation.role,
        inviterName: invitation.inviter_name ?? '',
        ended: invitation.ended_at !== null || invitation.person_id !== null,
      };
    },
  });
}

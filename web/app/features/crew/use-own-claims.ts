import { type CreditClaim, CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { useOwn } from '../../data/use-own.ts';

export type OwnClaims = { claims: CreditClaim[]; add: (claim: CreditClaim) => void };

/** The viewer's own claims on a film's credits. Until they are known the button shows, and the server refuses a second claim. */
export function useOwnClaims(filmId: string, wanted: boolean): OwnClaims {
  const { own, change } = useOwn(CrewService.method.listOwnClaims, { filmId }, wanted);
  return {
    claims: own.state === 'ready' ? own.value.claims : [],
    // An answer that was read after it was saved has it already.
    add: (claim) =>
      void change((now) => ({ ...now, claims: [...now.claims.filter(({ id }) => id !== claim.id), claim] })),
  };
}

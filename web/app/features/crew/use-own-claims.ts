import type { CreditClaim } from '@marquee/contracts/film/v1/studio_pb';
import { useEffect, useState } from 'react';
import { film } from '../../api/browser/film.ts';

export type OwnClaims = { claims: CreditClaim[]; add: (claim: CreditClaim) => void };

/** The viewer's own claims on a film's credits. */
export function useOwnClaims(filmId: string, wanted: boolean): OwnClaims {
  const [claims, setClaims] = useState<CreditClaim[]>([]);
  useEffect(() => {
    if (!wanted) return;
    let stopped = false;
    film
      .listOwnClaims({ filmId })
      .then((answer) => {
        if (!stopped) setClaims(answer.claims);
      })
      // Without them the button is there, and the server says that the claim exists.
      .catch(() => {});
    return () => {
      stopped = true;
    };
  }, [filmId, wanted]);
  return { claims, add: (claim) => setClaims((now) => [...now, claim]) };
}

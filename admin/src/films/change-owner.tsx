import { useMutation } from '@connectrpc/connect-query';
import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import type { Film } from '@marquee/contracts/film/v1/film_pb';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { HandOver } from '../dialogs/hand-over.tsx';
import { useFilmCache } from './film-cache.ts';

/** Gives a film to another account [ADF-04]. */
export function ChangeOwner({ film, maker }: { film: Film; maker: string }) {
  const cache = useFilmCache(film.id);
  const change = useMutation(FilmBackOfficeService.method.changeFilmOwner);
  return (
    <HandOver
      name="Change the owner"
      title={`Give “${film.filmTitle}” to another account`}
      text={`${maker || 'Its maker'} loses the film with its files, and what it earns from now on. Both are notified. The new owner has to be an Entertainment Pro: only they reach the studio.`}
      pickLabel="New owner"
      holderId={film.createdBy}
      action="Change the owner"
      done={`${film.filmTitle} has another owner now.`}
      failed={BACK_OFFICE_MESSAGES.ownerFailed}
      handOver={async (ownerId, reason) => {
        const about = { filmId: film.id, ownerId, expectedVersion: film.version };
        await cache.put((await change.mutateAsync({ ...about, reason })).film);
      }}
    />
  );
}

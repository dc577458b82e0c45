import type { Review } from '@marquee/contracts/film/v1/film_pb';
import { useCallback, useEffect, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { film } from '../../api/browser/film.ts';
import { useCurrentUser } from '../../layout/current-user.ts';
import { toast } from '../../ui/toast.tsx';

/** What this viewer gave; `undefined` while that is being asked for, `null` when they have not rated. */
export type Own = { rating: number; message: string } | null | undefined;

const FAILED = 'We failed to save your review. Please try again.';

/** The viewer's own rating of a film: shown at once, saved behind, taken back with undo. */
export function useOwnReview(filmId: string, onChange: (before: Own, after: Own) => void) {
  const current = useCurrentUser();
  const [own, setOwn] = useState<Own>();
  const [failed, setFailed] = useState(false);
  const signedIn = current.state === 'account';

  const load = useCallback(async () => {
    setFailed(false);
    try {
      const { review } = await film.getUserRating({ filmId });
      setOwn(ownOf(review));
    } catch {
      setFailed(true);
    }
  }, [filmId]);
  useEffect(() => {
    if (signedIn) void load();
  }, [signedIn, load]);

  const show = (before: Own, after: Own) => {
    setOwn(after);
    onChange(before, after);
  };
  const write = async (before: Own, after: Own) => {
    show(before, after);
    try {
      if (after) await film.rateFilm({ filmId, requestId: crypto.randomUUID(), ...after });
      else await film.deleteReview({ filmId });
    } catch (error) {
      show(after, before);
      throw error;
    }
  };
  const undo = (before: Own, after: Own) => () => {
    write(after, before).catch((error) => toast({ message: messageOf(error, FAILED), tone: 'danger' }));
  };
  /** Throws what the server refused, for the form to show. */
  const save = async (next: { rating: number; message: string }) => {
    const before = own;
    await write(before, next);
    toast({
      message: before ? 'Your review was changed.' : 'Your review was saved.',
      tone: 'good',
      undo: undo(before, next),
    });
  };
  const remove = async () => {
    const before = own;
    try {
      await write(before, null);
      toast({ message: 'Your review was deleted.', undo: undo(before, null) });
    } catch (error) {
      toast({ message: messageOf(error, 'We failed to delete your review. Please try again.'), tone: 'danger' });
    }
  };
  return { current, own, failed, load, save, remove };
}

function ownOf(review: Review | undefined): Own {
  return review ? { rating: review.rating, message: review.message } : null;
}

import { create } from '@bufbuild/protobuf';
import { ReviewSchema } from '@marquee/contracts/film/v1/film_pb';
import { ReviewService } from '@marquee/contracts/film/v1/reviews_pb';
import { client } from '../../api/browser/client.ts';
import { optimistically, optimisticallyOrToast } from '../../data/optimistically.ts';
import { useOwn } from '../../data/use-own.ts';
import { _ } from '../../language/words.ts';
import { useCurrentUser } from '../../layout/current-user.ts';
import { toast } from '../../ui/toast.tsx';

/** The viewer's own review; `undefined` while it loads, `null` when there is none. */
export type GivenReview = { rating: number; message: string } | null | undefined;

/** The viewer's own rating of a film: shown at once, saved behind, with undo. */
export function useOwnReview(filmId: string, onChange: (before: GivenReview, after: GivenReview) => void) {
  const current = useCurrentUser();
  const signedIn = current.state === 'account';
  const { own: answer, retry, change } = useOwn(ReviewService.method.getUserRating, { filmId }, signedIn);
  const review = answer.state === 'ready' ? answer.value.review : undefined;
  const own = answer.state !== 'ready' ? undefined : review ? { rating: review.rating, message: review.message } : null;

  const show = (before: GivenReview, after: GivenReview) => () => {
    const revert = change((now) => ({ ...now, review: after ? create(ReviewSchema, after) : undefined }));
    onChange(before, after);
    return () => {
      revert();
      onChange(after, before);
    };
  };
  const write = (after: GivenReview) => () =>
    after ? client(ReviewService).rateFilm({ filmId, ...after }) : client(ReviewService).deleteReview({ filmId });
  const undo = (before: GivenReview, after: GivenReview) => () =>
    void optimisticallyOrToast(
      show(after, before),
      write(before),
      _('We failed to save your review. Please try again.'),
    );
  /** Throws what the server refused, for the form to show. */
  const save = async (next: { rating: number; message: string }) => {
    const before = own;
    await optimistically(show(before, next), write(next));
    toast({
      message: before ? _('Your review was changed.') : _('Your review was saved.'),
      tone: 'good',
      undo: undo(before, next),
    });
  };
  const remove = async () => {
    const before = own;
    const failed = _('We failed to delete your review. Please try again.');
    if (!(await optimisticallyOrToast(show(before, null), write(null), failed))) return;
    toast({ message: _('Your review was deleted.'), undo: undo(before, null) });
  };
  return { current, own, failed: answer.state === 'failed', retry, save, remove };
}

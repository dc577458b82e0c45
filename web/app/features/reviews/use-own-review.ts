import { create } from '@bufbuild/protobuf';
import { type Review, ReviewSchema } from '@marquee/contracts/film/v1/film_pb';
import { ReviewService } from '@marquee/contracts/film/v1/reviews_pb';
import { client } from '../../api/browser/client.ts';
import { optimistically, optimisticallyOrToast } from '../../data/optimistically.ts';
import { useOwn } from '../../data/use-own.ts';
import { _ } from '../../language/words.ts';
import { useCurrentUser } from '../../layout/current-user.ts';
import { toast } from '../../ui/toast.ts';

/** What somebody gives in a review. */
export type ReviewInput = { rating: number; message: string; spoiler: boolean };
/** The viewer's own review; `undefined` while it loads, `null` when there is none. */
export type GivenReview = (ReviewInput & { waits: boolean }) | null | undefined;

const given = ({ rating, message, spoiler, waitsForStaff }: Review) => ({
  ...{ rating, message, spoiler, waits: waitsForStaff },
});
const asMessage = ({ waits, ...input }: NonNullable<GivenReview>) =>
  create(ReviewSchema, { ...input, waitsForStaff: waits });

/** The viewer's own rating of a film: shown at once, saved behind, with undo. */
export function useOwnReview(filmId: string, onChange: (before: GivenReview, after: GivenReview) => void) {
  const current = useCurrentUser();
  const signedIn = current.state === 'account';
  const { own: answer, retry, change } = useOwn(ReviewService.method.getUserRating, { filmId }, signedIn);
  const review = answer.state === 'ready' ? answer.value.review : undefined;
  const own = answer.state !== 'ready' ? undefined : review ? given(review) : null;

  const show = (before: GivenReview, after: GivenReview) => () => {
    const revert = change((now) => ({ ...now, review: after ? asMessage(after) : undefined }));
    onChange(before, after);
    return () => {
      revert();
      onChange(after, before);
    };
  };
  /** Resolves with whether the review waits for staff: only the server knows which words they watch. */
  const write = (after: GivenReview) => async (): Promise<boolean> => {
    if (!after) {
      await client(ReviewService).deleteReview({ filmId });
      return false;
    }
    const { rating, message, spoiler } = after;
    const { review: saved } = await client(ReviewService).rateFilm({ filmId, rating, message, spoiler });
    const waits = saved?.waitsForStaff ?? false;
    if (waits !== after.waits) show(after, { ...after, waits })();
    // With its id, by which others like and answer it.
    if (saved) change((now) => ({ ...now, review: saved }));
    return waits;
  };
  const undo = (before: GivenReview, after: GivenReview) => () =>
    void optimisticallyOrToast(
      show(after, before),
      write(before),
      _('We failed to save your review. Please try again.'),
    );
  /** Throws what the server refused, for the form to show. */
  const save = async (review: ReviewInput) => {
    const before = own;
    const next = { ...review, waits: false };
    let waits = false;
    await optimistically(show(before, next), async () => {
      waits = await write(next)();
    });
    const done = before ? _('Your review was changed.') : _('Your review was saved.');
    toast({
      message: waits ? _('Your review waits for our staff.') : done,
      tone: waits ? 'neutral' : 'good',
      undo: undo(before, { ...next, waits }),
    });
  };
  const remove = async () => {
    const before = own;
    const failed = _('We failed to delete your review. Please try again.');
    if (!(await optimisticallyOrToast(show(before, null), write(null), failed))) return;
    toast({ message: _('Your review was deleted.'), undo: undo(before, null) });
  };
  return { current, own, review, failed: answer.state === 'failed', retry, save, remove };
}

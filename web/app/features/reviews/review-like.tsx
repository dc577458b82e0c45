import { ReviewTalkService } from '@marquee/contracts/film/v1/review_talk_pb';
import { Heart } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { signInPath } from '../../api/viewer.ts';
import { optimisticallyOrToast } from '../../data/optimistically.ts';
import { useOwn } from '../../data/use-own.ts';
import { _ } from '../../language/words.ts';
import { useCurrentUser } from '../../layout/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { toast } from '../../ui/toast.ts';
import { LikersDialog } from './likers-dialog.tsx';
import type { ReviewView } from './review-view.ts';

/** Likes somebody else's review, shows how many do, and who they are [FLM-14]. */
export function ReviewLike({ filmId, review }: { filmId: string; review: ReviewView }) {
  const [listed, setListed] = useState(false);
  const viewer = useCurrentUser().state;
  const { own, change } = useOwn(ReviewTalkService.method.listLikedReviews, { filmId }, viewer === 'account');
  const given = own.state === 'ready' ? own.value.reviews.find(({ reviewId }) => reviewId === review.id) : undefined;
  const [taken, setTaken] = useState<number>();
  // The page may be older than the viewer's like.
  const count = given?.likeCount ?? taken ?? review.likes;
  const show = (liked: boolean) => () => {
    const next = Math.max(0, count + (liked ? 1 : -1));
    const before = taken;
    setTaken(liked ? undefined : next);
    const revert = change((now) => ({
      ...now,
      reviews: [
        ...now.reviews.filter(({ reviewId }) => reviewId !== review.id),
        ...(liked ? [{ $typeName: 'film.v1.LikedReview' as const, reviewId: review.id, likeCount: next }] : []),
      ],
    }));
    return () => {
      setTaken(before);
      revert();
    };
  };
  const like = (liked: boolean) =>
    optimisticallyOrToast(
      show(liked),
      () => client(ReviewTalkService).setReviewLike({ reviewId: review.id, liked }),
      _('We failed to save that. Please try again.'),
    );
  const askToSignIn = (message: string) =>
    toast({
      message,
      action: {
        label: _('Sign in'),
        onClick: () => window.location.assign(signInPath(`/feed/${filmId}/comments`)),
      },
    });
  const isVisitor = viewer === 'visitor';
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        // Its heart stands below the words that it likes.
        className="-ms-3.5"
        aria-pressed={given !== undefined}
        icon={<Heart aria-hidden className={classNames('size-4', given && 'fill-current')} />}
        onClick={() => (isVisitor ? askToSignIn(_('Please sign in to like this review.')) : void like(!given))}
      >
        {_('Like')}
      </Button>
      {count > 0 ? (
        <Button
          size="small"
          variant="quiet"
          aria-haspopup={isVisitor ? undefined : 'dialog'}
          onClick={() => (isVisitor ? askToSignIn(_('Please sign in to see who liked this.')) : setListed(true))}
        >
          {_('{count, plural, one {# like} other {# likes}}', { count })}
        </Button>
      ) : null}
      <LikersDialog reviewId={review.id} open={listed} onOpenChange={setListed} />
    </>
  );
}

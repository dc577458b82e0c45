import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { signInPath } from '../../api/viewer.ts';
import { _ } from '../../language/words.ts';
import { fullName } from '../../layout/current-user.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { CloseReplies } from './close-replies.tsx';
import { RatingForm } from './rating-form.tsx';
import { Replies } from './replies.tsx';
import { ReviewItem } from './review-item.tsx';
import type { useOwnReview } from './use-own-review.ts';

/** The viewer's own review: sign in, rate, change or delete. */
export function OwnReview({
  filmId,
  title,
  mine,
}: {
  filmId: string;
  title: string;
  mine: ReturnType<typeof useOwnReview>;
}) {
  const { current, own, review: saved, failed, retry, save, remove } = mine;
  const [editing, setEditing] = useState(false);
  if (current.state === 'visitor') {
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-ink-muted">{_('Please sign in to rate this film.')}</p>
        <a href={signInPath(`/feed/${filmId}/comments`)} className={buttonClass('primary')}>
          {_('Sign in')}
        </a>
      </div>
    );
  }
  if (failed) return <ErrorState title={_('We failed to load your review.')} onRetry={retry} />;
  // As high as what a visitor sees, or else the form.
  if (current.state === 'unknown')
    return <Skeleton className="h-20 w-full in-data-signed-in:h-80" label={_('Loading your review')} />;
  if (own === undefined) return <Skeleton className="h-80 w-full" label={_('Loading your review')} />;
  if (own && !editing) {
    const { user } = current;
    const review = {
      id: 'own',
      userId: user.id,
      name: fullName(user) || _('You'),
      picture: user.profilePicture,
    };
    return (
      <ul>
        <ReviewItem
          review={{ ...review, ...own, date: _('Your review'), edited: false, likes: 0, replies: 0 }}
          actions={
            <>
              <Button size="small" icon={<Pencil aria-hidden className="size-4" />} onClick={() => setEditing(true)}>
                {_('Change')}
              </Button>
              <Button
                size="small"
                variant="quiet"
                icon={<Trash2 aria-hidden className="size-4" />}
                onClick={() => void remove()}
              >
                {_('Delete')}
              </Button>
              {saved?.id && own.message && !own.waits ? (
                <>
                  <Replies review={{ id: saved.id, replies: saved.replyCount }} />
                  <CloseReplies review={saved} />
                </>
              ) : null}
            </>
          }
        />
      </ul>
    );
  }
  return (
    <RatingForm
      filmId={filmId}
      title={title}
      initial={own ?? { rating: 0, message: '', spoiler: false }}
      onSave={async (review) => {
        // The form stays until the review is saved: a refusal is said in it.
        setEditing(true);
        await save(review);
        setEditing(false);
      }}
      onCancel={own ? () => setEditing(false) : undefined}
    />
  );
}

import { ReviewTalkService } from '@marquee/contracts/film/v1/review_talk_pb';
import { useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { optimisticallyOrToast } from '../../data/optimistically.ts';
import { _ } from '../../language/words.ts';
import { Switch } from '../../ui/switch.tsx';

/** Lets the writer of a review close the replies to it, and open them [FLM-14]. */
export function CloseReplies({ review }: { review: { id: string; repliesClosed: boolean } }) {
  const [closed, setClosed] = useState(review.repliesClosed);
  const set = (next: boolean) =>
    optimisticallyOrToast(
      () => {
        setClosed(next);
        return () => setClosed(!next);
      },
      () => client(ReviewTalkService).setRepliesClosed({ reviewId: review.id, closed: next }),
      _('We failed to save that. Please try again.'),
    );
  return (
    <Switch
      label={_('Nobody can reply')}
      checked={closed}
      onChange={(event) => void set(event.currentTarget.checked)}
    />
  );
}

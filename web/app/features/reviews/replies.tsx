import { ReviewTalkService } from '@marquee/contracts/film/v1/review_talk_pb';
import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { ListEnd } from '../../data/list-end.tsx';
import { NotReady } from '../../data/not-ready.tsx';
import { useMore } from '../../data/use-more.ts';
import { useOwn } from '../../data/use-own.ts';
import { _ } from '../../language/words.ts';
import { useCurrentUser } from '../../layout/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { useBlockedHere } from '../connections/blocked-here.ts';
import { ReplyForm } from './reply-form.tsx';
import { ReplyItem } from './reply-item.tsx';
import { type ReplyView, replyView } from './reply-view.ts';

const PAGE_SIZE = 20;

/** The replies to a review behind a button, flat and the oldest first [FLM-14]. */
export function Replies({ review }: { review: { id: string; replies: number } }) {
  const [open, setOpen] = useState(false);
  const { replies: count } = review;
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-expanded={open}
        icon={<MessageCircle aria-hidden className="size-4" />}
        onClick={() => setOpen(!open)}
      >
        {count > 0 ? _('{count, plural, one {# reply} other {# replies}}', { count }) : _('Reply')}
      </Button>
      {open ? <Loaded reviewId={review.id} /> : null}
    </>
  );
}

function Loaded({ reviewId }: { reviewId: string }) {
  const viewer = useCurrentUser().state;
  const request = { reviewId, pageSize: PAGE_SIZE, cursor: '' };
  const { own, retry } = useOwn(ReviewTalkService.method.listReplies, request, viewer !== 'unknown');
  if (own.state !== 'ready')
    return (
      <NotReady
        {...{ own, retry }}
        className="h-20 w-full"
        loading={_('Loading replies')}
        failed={_('We failed to load the replies.')}
      />
    );
  const { replies, nextCursor, canReply } = own.value;
  return <List reviewId={reviewId} {...{ nextCursor, canReply }} first={replies.map(replyView)} />;
}

function List({
  reviewId,
  first,
  nextCursor,
  canReply,
}: {
  reviewId: string;
  first: ReplyView[];
  nextCursor: string;
  canReply: boolean;
}) {
  // Kept, so that the list does not begin again with each change around it.
  const [items] = useState(first);
  const [added, setAdded] = useState<ReplyView[]>([]);
  const [changed, setChanged] = useState<ReadonlyMap<string, ReplyView | null>>(new Map());
  const isVisitor = useCurrentUser().state === 'visitor';
  const list = useMore(
    { items, nextCursor },
    {
      method: ReviewTalkService.method.listReplies,
      request: (cursor) => ({ reviewId, pageSize: PAGE_SIZE, cursor }),
      page: (answer) => ({ items: answer.replies.map(replyView), nextCursor: answer.nextCursor }),
    },
  );
  // What the viewer added may come with the last page too.
  const mine = added.filter(({ id }) => !list.items.some((item) => item.id === id));
  const change = (id: string) => (reply: ReplyView | null) => setChanged((now) => new Map(now).set(id, reply));
  const shown = [...list.items, ...mine].map((reply) => ({ id: reply.id, now: changed.get(reply.id) ?? reply }));
  const blocked = useBlockedHere();
  const visible = shown.filter(({ id, now }) => changed.get(id) !== null && !blocked.has(now.userId));
  return (
    <div className="grid w-full gap-4 border-line border-s ps-4">
      {visible.length > 0 ? (
        <ul aria-label={_('Replies')} className="grid gap-4">
          {visible.map(({ id, now }) => (
            <ReplyItem key={id} reply={now} onChange={change(id)} />
          ))}
        </ul>
      ) : (
        <p className="text-ink-muted text-small">{_('No replies yet')}</p>
      )}
      {list.hasMore || list.state === 'failed' ? (
        <ListEnd list={list} more={_('Show more replies')} failed={_('We failed to load more replies.')}>
          {null}
        </ListEnd>
      ) : null}
      {canReply ? <ReplyForm reviewId={reviewId} onSaved={(reply) => setAdded((now) => [...now, reply])} /> : null}
      {isVisitor ? <p className="text-ink-muted text-small">{_('Please sign in to reply.')}</p> : null}
    </div>
  );
}

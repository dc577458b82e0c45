import { ReviewWordsKind } from '@marquee/contracts/film/v1/review_queue_pb';
import { ReviewTalkService } from '@marquee/contracts/film/v1/review_talk_pb';
import { REPLY_EDIT_MINUTES } from '@marquee/rules/review-talk';
import { useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { optimisticallyOrToast } from '../../data/optimistically.ts';
import { _ } from '../../language/words.ts';
import { useCurrentUser } from '../../layout/current-user.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FoldedWords } from './folded-words.tsx';
import { ReplyForm } from './reply-form.tsx';
import type { ReplyView } from './reply-view.ts';
import { WordsMenu } from './words-menu.tsx';

/** A reply, with what its writer and its readers can do with it. */
export function ReplyItem({ reply, onChange }: { reply: ReplyView; onChange: (reply: ReplyView | null) => void }) {
  const [editing, setEditing] = useState(false);
  const current = useCurrentUser();
  const isOwn = current.state === 'account' && current.user.id === reply.userId;
  const remove = () =>
    optimisticallyOrToast(
      () => {
        onChange(null);
        return () => onChange(reply);
      },
      () => client(ReviewTalkService).deleteReply({ replyId: reply.id }),
      _('We failed to delete your reply. Please try again.'),
    );
  const canEdit = isOwn && Date.now() - reply.writtenAt < REPLY_EDIT_MINUTES * 60_000;
  if (editing) {
    const saved = (next: ReplyView) => {
      setEditing(false);
      onChange(next);
    };
    return (
      <li>
        <ReplyForm reply={reply} onSaved={saved} onCancel={() => setEditing(false)} />
      </li>
    );
  }
  const words = (message: string) => <p className="max-w-prose whitespace-pre-line">{message}</p>;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
      <Avatar name={reply.name} picture={reply.picture} />
      <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
        <span className="truncate font-medium">{reply.name}</span>
        <span className="text-caption text-ink-faint">
          {reply.date}
          {reply.edited ? ` · ${_('edited')}` : ''}
        </span>
        {reply.waits ? <Badge tone="warn">{_('waits for our staff')}</Badge> : null}
      </span>
      <div className="col-start-2 grid gap-1">
        {reply.spoiler && !isOwn ? (
          <FoldedWords kind={ReviewWordsKind.REPLY} wordsId={reply.id}>
            {words}
          </FoldedWords>
        ) : (
          words(reply.message)
        )}
        <div className="-ms-3.5 flex flex-wrap gap-1">
          {canEdit ? (
            <Button size="small" variant="quiet" onClick={() => setEditing(true)}>
              {_('Change')}
            </Button>
          ) : null}
          {isOwn ? (
            <Button size="small" variant="quiet" onClick={() => void remove()}>
              {_('Delete')}
            </Button>
          ) : (
            <WordsMenu kind={ReviewWordsKind.REPLY} words={reply} />
          )}
        </div>
      </div>
    </li>
  );
}

import type { ReviewWordsKind } from '@marquee/contracts/film/v1/review_queue_pb';
import { ReviewTalkService } from '@marquee/contracts/film/v1/review_talk_pb';
import { Ban, Ellipsis, EyeOff, Flag } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { useCurrentUser } from '../../layout/current-user.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.ts';
import { BlockDialog } from '../connections/block-dialog.tsx';
import { ReportWordsDialog } from './report-words-dialog.tsx';

type Words = { id: string; name: string; userId: string };

/** What a reader can do about somebody else's words: to mark a spoiler, to report them to staff, and to block who wrote them. */
export function WordsMenu({ kind, words }: { kind: ReviewWordsKind; words: Words }) {
  const [reporting, setReporting] = useState(false);
  const [blocking, setBlocking] = useState(false);
  const isSignedIn = useCurrentUser().state === 'account';
  if (!isSignedIn) return null;
  const mark = async (marked: boolean) => {
    try {
      await client(ReviewTalkService).setSpoilerMark({ kind, wordsId: words.id, marked });
    } catch (error) {
      toast({ message: messageOf(error, _('We failed to save that. Please try again.')), tone: 'danger' });
      return;
    }
    if (marked) {
      toast({ message: _('Thank you. You marked it as a spoiler.'), tone: 'good', undo: () => void mark(false) });
    }
  };
  return (
    <>
      <Menu
        trigger={
          <IconButton label={_('More about {name}', { name: words.name })}>
            <Ellipsis aria-hidden className="size-5" />
          </IconButton>
        }
      >
        <MenuItem icon={<EyeOff aria-hidden className="size-4" />} onSelect={() => void mark(true)}>
          {_('Mark as a spoiler')}
        </MenuItem>
        <MenuItem icon={<Flag aria-hidden className="size-4" />} onSelect={() => setReporting(true)}>
          {_('Report')}
        </MenuItem>
        {words.userId ? (
          <MenuItem destructive icon={<Ban aria-hidden className="size-4" />} onSelect={() => setBlocking(true)}>
            {_('Block')}
          </MenuItem>
        ) : null}
      </Menu>
      <ReportWordsDialog {...{ kind, words }} open={reporting} onOpenChange={setReporting} />
      <BlockDialog person={{ id: words.userId, name: words.name }} open={blocking} onOpenChange={setBlocking} />
    </>
  );
}

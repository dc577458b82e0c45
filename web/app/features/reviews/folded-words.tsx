import type { ReviewWordsKind } from '@marquee/contracts/film/v1/review_queue_pb';
import { ReviewTalkService } from '@marquee/contracts/film/v1/review_talk_pb';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';

/** Words that reveal what happens: they are not in the page, and are asked for by a click [FLM-16]. */
export function FoldedWords({
  kind,
  wordsId,
  children,
}: {
  kind: ReviewWordsKind;
  wordsId: string;
  children: (words: string) => ReactNode;
}) {
  const [words, setWords] = useState<string>();
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle');
  const [problem, setProblem] = useState('');
  if (words !== undefined) return children(words);
  const reveal = async () => {
    setState('pending');
    try {
      setWords((await client(ReviewTalkService).getSpoiler({ kind, wordsId })).message);
    } catch (error) {
      setProblem(messageOf(error, _('We failed to load this. Please try again.')));
      setState('failed');
    }
  };
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-ink-muted">{_('This reveals what happens in the film.')}</p>
      <Button size="small" pending={state === 'pending'} onClick={() => void reveal()}>
        {_('Show it')}
      </Button>
      {state === 'failed' ? (
        <p role="alert" className="text-danger-ink text-small">
          {problem}
        </p>
      ) : null}
    </div>
  );
}

import { useEffect, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { usePending } from '../../data/use-pending.ts';
import { _, type Message, msg } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.ts';
import type { PushState } from './browser-push.ts';

const WORDS: Record<PushState, Message> = {
  unsupported: msg(
    'This browser cannot show notifications of this site. On an iPhone, add Marquee to the home screen first.',
  ),
  refused: msg('This browser refuses notifications of this site. You can allow them in its settings for this page.'),
  off: msg('Get notifications on this device while Marquee is closed, until you sign out.'),
  on: msg('This browser shows your notifications while Marquee is closed, until you sign out.'),
};

type Props = { publicKey: string; hashes: readonly string[]; changed: () => Promise<unknown> };

/** Turns push messages on and off for the browser at hand [NOT-05]. */
export function PushHere({ publicKey, hashes, changed }: Props) {
  const [state, setState] = useState<PushState>();
  const [pending, during] = usePending();
  const known = hashes.join(' ');
  useEffect(() => {
    let ended = false;
    void import('./browser-push.ts')
      .then(({ pushState }) => pushState(known.split(' ')))
      .catch((): PushState => 'unsupported')
      .then((found) => {
        if (!ended) setState(found);
      });
    return () => {
      ended = true;
    };
  }, [known]);

  const set = (isOn: boolean) =>
    during(async () => {
      try {
        const { turnOnPush, turnOffPush } = await import('./browser-push.ts');
        setState(isOn ? await turnOnPush(publicKey) : await turnOffPush());
        await changed();
      } catch (error) {
        const failed = isOn
          ? _('We failed to turn on notifications in this browser.')
          : _('We failed to turn off notifications in this browser.');
        toast({ message: messageOf(error, failed), tone: 'danger' });
      }
    });
  return (
    <Section title={_('This browser')}>
      <p className="min-h-6 text-ink-muted">{state ? _(WORDS[state]) : ''}</p>
      {state === 'off' || state === 'on' ? (
        <Button className="justify-self-start" pending={pending} onClick={() => void set(state === 'off')}>
          {state === 'off' ? _('Turn on notifications') : _('Turn off notifications')}
        </Button>
      ) : null}
    </Section>
  );
}

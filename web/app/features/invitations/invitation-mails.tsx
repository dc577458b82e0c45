import { InvitationMailService } from '@marquee/contracts/notification/v1/invitation_mail_pb';
import { isNoticeKind, NOTICE_KINDS } from '@marquee/rules/notices';
import { REFUSAL_MESSAGES } from '@marquee/rules/refusal-messages';
import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf, refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { usePending } from '../../data/use-pending.ts';
import { _, worded } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Entrance } from '../auth/entrance.tsx';

type State = 'reading' | 'asking' | 'stopped' | 'allowed' | 'wrong link';

/** What the entry of this page in the history holds. */
const KEPT = 'invitationMails';
type Kept = { token: string; state: State };

function invitations() {
  return {
    asking: {
      title: _('Stop invitations?'),
      lead: _('You can refuse all invitations, from everybody, at the address or phone number that got this one.'),
    },
    stopped: {
      title: _('Invitations are stopped'),
      lead: _(
        'You get no more invitations at this address or phone number. Nobody is notified. Messages for signing in still reach you.',
      ),
    },
    allowed: { title: _('Invitations are allowed'), lead: _('You can be invited again.') },
  };
}

/** What the token of a mail stops, in words: invitations, or mails about notices of one kind, or of all [SET-13]. */
function wordsOf(token: string) {
  const [, , kind = ''] = token.startsWith('n.') ? token.split('.') : [];
  if (kind === '') return { ...invitations(), stop: _('Stop invitations'), allow: _('Allow invitations again') };
  const mails = worded(isNoticeKind(kind) ? NOTICE_KINDS[kind].mails : 'emails about notifications');
  const name = `${mails.charAt(0).toUpperCase()}${mails.slice(1)}`;
  return {
    asking: {
      title: _('Stop {mails}?', { mails }),
      lead: _('Your notifications on Marquee stay as they are. You can change both in your settings.'),
    },
    stopped: {
      title: _('{name} are stopped', { name }),
      lead: _('You get no more of them. Emails for signing in still reach you.'),
    },
    allowed: { title: _('{name} are allowed', { name }), lead: _('You get them again.') },
    ...{ stop: _('Stop these emails'), allow: _('Allow these emails again') },
  };
}

/**
 * The page of the link in an invitation, or in the mail of a notice. Opening it changes nothing, so that a mail scanner cannot use it: a person presses
 * the button, and can take it back.
 */
export function InvitationMails() {
  const [state, setState] = useState<State>('reading');
  const [pending, during] = usePending();
  const [problem, setProblem] = useState('');
  const token = useRef('');

  const show = useCallback((next: State) => {
    setState(next);
    // Removes the secret from the address before other scripts can read it, and keeps it for a reload of this page.
    const kept = { token: token.current, state: next };
    window.history.replaceState({ ...window.history.state, [KEPT]: kept }, '', window.location.pathname);
  }, []);

  useEffect(() => {
    const read = (event?: Event) => {
      const inAddress = new URLSearchParams(window.location.hash.slice(1)).get('token');
      const kept = window.history.state?.[KEPT] as Kept | undefined;
      // The fragment may also be a place on this page.
      if (event && !inAddress) return;
      token.current = inAddress || kept?.token || '';
      setProblem('');
      if (inAddress) show('asking');
      else show(kept?.state ?? 'wrong link');
    };
    read();
    // The link of another mail, opened in this tab, loads no new page.
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, [show]);

  const set = (refused: boolean) =>
    during(async () => {
      setProblem('');
      try {
        await client(InvitationMailService).setInvitationMails({ refusalToken: token.current, refused });
        show(refused ? 'stopped' : 'allowed');
      } catch (error) {
        if (refusalOf(error).reason === 'LINK_NOT_VALID') show('wrong link');
        else setProblem(messageOf(error, _(REFUSAL_MESSAGES.notSaved)));
      }
    });

  if (state === 'reading') {
    return (
      <Entrance title={_('Emails')}>
        <Skeleton className="h-40" label={_('Loading')} />
      </Entrance>
    );
  }
  const words = wordsOf(token.current);
  if (state === 'wrong link') {
    return (
      <Entrance title={_('This link did not work')}>
        <Banner tone="danger" urgent>
          {_(REFUSAL_MESSAGES.linkNotValid)}
        </Banner>
        <LinkButton variant="secondary" size="large" to="/">
          {_('Go to Marquee')}
        </LinkButton>
      </Entrance>
    );
  }
  return (
    <Entrance {...words[state]}>
      <p role="status" className="sr-only">
        {state === 'asking' ? '' : words[state].title}
      </p>
      {problem ? (
        <Banner tone="danger" urgent>
          {problem}
        </Banner>
      ) : null}
      {state === 'stopped' ? (
        <Button size="large" pending={pending} onClick={() => void set(false)}>
          {words.allow}
        </Button>
      ) : (
        <Button variant="primary" size="large" pending={pending} onClick={() => void set(true)}>
          {words.stop}
        </Button>
      )}
    </Entrance>
  );
}

import { timestampDate } from '@bufbuild/protobuf/wkt';
import { type OwnSession, OwnSessionService } from '@marquee/contracts/identity/v1/own_session_pb';
import { useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { NotReady } from '../../data/not-ready.tsx';
import { orToast } from '../../data/or-toast.ts';
import { useOwn } from '../../data/use-own.ts';
import { usePending } from '../../data/use-pending.ts';
import { formatMoment } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.ts';
import { deviceName, placeName } from './where-signed-in.ts';

const timeOf = (time: NonNullable<OwnSession['lastSeenAt']>) => formatMoment(timestampDate(time));

/** Where the viewer is signed in; each browser can be signed out from here, or all others at once [AUT-18]. */
export function OwnSessions() {
  const { own, retry, change } = useOwn(OwnSessionService.method.listOwnSessions, {});

  const signOut = async (session: OwnSession) => {
    const revert = change((now) => ({ ...now, sessions: now.sessions.filter(({ id }) => id !== session.id) }));
    try {
      await client(OwnSessionService).endOwnSession({ sessionId: session.id });
      toast({ message: _('{device} was signed out.', { device: deviceName(session.device) }), tone: 'neutral' });
    } catch (thrown) {
      revert();
      toast({ message: messageOf(thrown, _('We failed to sign it out. Please try again.')), tone: 'danger' });
    }
  };

  return (
    <Section title={_('Where you are signed in')}>
      {own.state === 'ready' ? (
        <>
          <ul
            aria-label={_('Where you are signed in')}
            className="grid border-line border-t"
            hidden={own.value.sessions.length === 0}
          >
            {own.value.sessions.map((session) => (
              <li
                key={session.id}
                className="flex min-w-0 flex-wrap items-center gap-x-6 gap-y-3 border-line border-b py-4"
              >
                <div className="grid min-w-0 flex-1 basis-56 gap-1">
                  <span className="wrap-anywhere font-medium">{deviceName(session.device)}</span>
                  <span className="text-ink-muted text-small">
                    {[
                      placeName(session.place),
                      session.lastSeenAt && _('last seen {time}', { time: timeOf(session.lastSeenAt) }),
                    ]
                      .filter(Boolean)
                      .join(', ')}
                  </span>
                </div>
                {session.current ? (
                  <Badge tone="good">{_('This browser')}</Badge>
                ) : (
                  <Button
                    size="small"
                    aria-label={_('Sign out: {device}, {place}', {
                      device: deviceName(session.device),
                      place: placeName(session.place),
                    })}
                    onClick={() => void signOut(session)}
                  >
                    {_('Sign out')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {own.value.sessions.length > 1 ? <SignOutOthers changed={retry} /> : null}
        </>
      ) : (
        <NotReady
          {...{ own, retry }}
          className="h-20"
          loading={_('Loading where you are signed in')}
          failed={_('We failed to load where you are signed in.')}
        />
      )}
    </Section>
  );
}

function SignOutOthers({ changed }: { changed: () => Promise<unknown> }) {
  const [open, setOpen] = useState(false);
  const [pending, during] = usePending();
  const signOut = () =>
    during(() =>
      orToast(async () => {
        const { ended } = await client(OwnSessionService).endOtherSessions({});
        await changed();
        toast({
          message: _('{count, plural, one {One browser was signed out.} other {# browsers were signed out.}}', {
            count: ended,
          }),
          tone: 'good',
        });
        setOpen(false);
      }, _('We failed to sign them out. Please try again.')),
    );
  return (
    <ConfirmDialog
      title={_('Sign out everywhere else?')}
      description={_('Every other browser is signed out at once. This one stays signed in.')}
      confirmLabel={_('Sign out the others')}
      destructive
      pending={pending}
      open={open}
      onOpenChange={setOpen}
      onConfirm={() => void signOut()}
      trigger={<Button className="justify-self-start">{_('Sign out everywhere else')}</Button>}
    />
  );
}

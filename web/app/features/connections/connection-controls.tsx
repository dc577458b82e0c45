import { timestampDate } from '@bufbuild/protobuf/wkt';
import { type Connection, ConnectionState } from '@marquee/contracts/identity/v1/connection_pb';
import { CONNECTION_MESSAGES } from '@marquee/rules/connections';
import { Clock, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { formatAddedDate } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Button, type ButtonSize } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Connected } from './outcome-badge.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import type { ConnectionActions } from './use-connection.ts';
import { useFocusPlace } from './use-focus-place.ts';

const icon = 'size-4';
const addIcon = <UserPlus aria-hidden className={icon} />;

/** What a visitor can press: it asks them to sign in [PRO-17]. */
export function ConnectForVisitor({ profileId }: { profileId: string }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="primary" icon={addIcon} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {_('Connect')}
      </Button>
      <SignInDialog open={isAsking} onOpenChange={setAsking} returnTo={`/profile/${profileId}`}>
        {_('You can connect with people once you are signed in.')}
      </SignInDialog>
    </>
  );
}

type ControlsProps = { name: string; actions: ConnectionActions };

/** Connect, answer, or take a request back, by what there is between the viewer and somebody [NET-06]. */
export function ConnectionControls({ name, actions }: ControlsProps) {
  const { own } = actions;
  const place = useFocusPlace(own.state === 'ready' ? own.value.connection?.state : undefined);
  return (
    <span ref={place} className="contents">
      <Controls {...{ name, actions }} />
    </span>
  );
}

function Controls({ name, actions }: ControlsProps) {
  const { own, act, pending, retry } = actions;
  // Not disabled: a button that has the focus keeps it.
  const wait = { 'aria-disabled': pending || undefined };
  if (own.state === 'loading')
    return <Skeleton className="h-11 w-32 rounded-full" label={_('Loading your connection')} />;
  if (own.state === 'failed') return <Button onClick={() => void retry()}>{_('Load your connection again')}</Button>;
  const { connection } = own.value;
  switch (connection?.state) {
    case ConnectionState.CONNECTED:
      return <Connected />;
    case ConnectionState.SENT:
      return (
        <Button {...wait} icon={<Clock aria-hidden className={icon} />} onClick={() => void act('withdraw')}>
          {_('Withdraw request')}
        </Button>
      );
    case ConnectionState.RECEIVED:
      return (
        <>
          <Button {...wait} variant="primary" onClick={() => void act('accept')}>
            {_('Accept request')}
          </Button>
          <Decline name={name} pending={pending} decline={() => act('decline')} />
        </>
      );
    default:
      return <Connect {...{ connection, wait }} request={() => void act('request')} />;
  }
}

function Connect({
  connection,
  wait,
  request,
}: {
  connection: Connection | undefined;
  wait: { 'aria-disabled': true | undefined };
  request: () => void;
}) {
  const from = connection?.requestableFrom && timestampDate(connection.requestableFrom);
  if (from && from > new Date()) {
    return (
      <p tabIndex={-1} className="flex min-h-11 items-center text-ink-muted text-small">
        {_(CONNECTION_MESSAGES.declinedLately, { day: formatAddedDate(from) })}
      </p>
    );
  }
  return (
    <Button {...wait} variant="primary" icon={addIcon} onClick={request}>
      {_('Connect')}
    </Button>
  );
}

/** Declining names what follows, because it cannot be taken back. The question goes with the request that it is about. */
export function Decline({
  name,
  pending,
  size,
  decline,
}: {
  name: string;
  pending: boolean;
  size?: ButtonSize;
  decline: () => Promise<boolean>;
}) {
  const [isAsking, setAsking] = useState(false);
  return (
    <ConfirmDialog
      open={isAsking}
      onOpenChange={(open) => setAsking(open && !pending)}
      title={_('Decline {name}?', { name })}
      description={_('{name} can ask you again in 30 days. You can ask them at any time.', { name })}
      confirmLabel={_('Decline')}
      pending={pending}
      onConfirm={() => void decline()}
      trigger={
        <Button size={size} aria-disabled={pending || undefined} aria-label={_('Decline: {name}', { name })}>
          {_('Decline')}
        </Button>
      }
    />
  );
}

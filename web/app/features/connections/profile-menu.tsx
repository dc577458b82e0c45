import { ConnectionState } from '@marquee/contracts/identity/v1/connection_pb';
import { Ban, Ellipsis, Flag, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { _ } from '../../language/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { BlockDialog } from './block-dialog.tsx';
import { ReportProfileDialog } from './report-profile-dialog.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import type { ConnectionActions } from './use-connection.ts';

type Person = { id: string; name: string };
type Asking = 'remove' | 'block' | 'report' | 'sign-in' | null;

const icon = 'size-4';

/** What else can be done about a person: to end the connection, to block and to report them. */
export function ProfileMenu({
  person,
  isVisitor,
  actions,
  onBlocked,
}: {
  person: Person;
  isVisitor: boolean;
  actions: ConnectionActions;
  onBlocked: () => void;
}) {
  const [asking, setAsking] = useState<Asking>(null);
  const { own } = actions;
  const isConnected = own.state === 'ready' && own.value.connection?.state === ConnectionState.CONNECTED;
  const ask = (what: Asking) => () => setAsking(isVisitor ? 'sign-in' : what);
  const about = (what: Asking) => ({
    open: asking === what,
    onOpenChange: (open: boolean) => setAsking(open ? what : null),
  });
  return (
    <>
      <Menu
        trigger={
          <IconButton label={_('More about {name}', { name: person.name })}>
            <Ellipsis aria-hidden className="size-5" />
          </IconButton>
        }
      >
        {isConnected ? (
          <MenuItem icon={<UserMinus aria-hidden className={icon} />} onSelect={ask('remove')}>
            {_('Remove connection')}
          </MenuItem>
        ) : null}
        <MenuItem icon={<Flag aria-hidden className={icon} />} onSelect={ask('report')}>
          {_('Report')}
        </MenuItem>
        <MenuItem destructive icon={<Ban aria-hidden className={icon} />} onSelect={ask('block')}>
          {_('Block')}
        </MenuItem>
      </Menu>
      <RemoveConnection
        person={person}
        pending={actions.pending}
        remove={() => actions.act('remove')}
        {...about('remove')}
      />
      <BlockDialog person={person} isConnected={isConnected} onBlocked={onBlocked} {...about('block')} />
      <ReportProfileDialog person={person} {...about('report')} />
      <SignInDialog returnTo={`/profile/${person.id}`} {...about('sign-in')}>
        {_('Reporting and blocking people needs an account.')}
      </SignInDialog>
    </>
  );
}

type Controlled = { open: boolean; onOpenChange: (open: boolean) => void };

export function RemoveConnection({
  person: { name },
  pending,
  remove,
  open,
  onOpenChange,
}: Controlled & { person: Person; pending: boolean; remove: () => Promise<boolean> }) {
  return (
    <ConfirmDialog
      title={_('Remove {name} from your connections?', { name })}
      description={_('You will no longer be connected. To connect again, one of you has to ask.')}
      confirmLabel={_('Remove')}
      destructive
      pending={pending}
      open={open}
      onOpenChange={onOpenChange}
      onConfirm={async () => {
        await remove();
        onOpenChange(false);
      }}
    />
  );
}

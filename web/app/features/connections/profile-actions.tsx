import { useState } from 'react';
import { _ } from '../../language/words.ts';
import { useCurrentUser } from '../../layout/current-user.ts';
import { LinkButton } from '../../ui/button.tsx';
import { ConnectForVisitor, ConnectionControls } from './connection-controls.tsx';
import { MutualConnections } from './mutual-connections.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { useConnection } from './use-connection.ts';

type Person = { id: string; name: string };

/** What the person at this browser can do about a profile, known once the page has hydrated. */
export function useProfileActions(person: Person) {
  const current = useCurrentUser();
  const isOwn = current.state === 'account' && current.user.id === person.id;
  const isOther = current.state === 'account' && !isOwn;
  const connection = useConnection(person, isOther);
  const [isBlocked, setBlocked] = useState(false);
  const menu = (
    <ProfileMenu
      person={person}
      isVisitor={current.state === 'visitor'}
      actions={connection}
      onBlocked={() => setBlocked(true)}
    />
  );
  const actions = {
    unknown: null,
    visitor: <ConnectForVisitor profileId={person.id} />,
    account: isOwn ? (
      <LinkButton to="/profile/edit">{_('Edit profile')}</LinkButton>
    ) : (
      <ConnectionControls name={person.name} actions={connection} />
    ),
  };
  const mutualCount = connection.own.state === 'ready' ? connection.own.value.mutualCount : 0;
  return {
    isGone: isBlocked || (isOther && connection.isGone),
    actions: actions[current.state],
    menu: isOther || current.state === 'visitor' ? menu : null,
    mutual: mutualCount > 0 ? <MutualConnections profileId={person.id} count={mutualCount} /> : null,
  };
}

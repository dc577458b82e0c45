import { ConnectionService, type ListMutualConnectionsResponse } from '@marquee/contracts/identity/v1/connection_pb';
import { useState } from 'react';
import { ListEnd } from '../../data/list-end.tsx';
import { NotReady } from '../../data/not-ready.tsx';
import { useMore } from '../../data/use-more.ts';
import { useOwn } from '../../data/use-own.ts';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PersonLine } from './person-line.tsx';

const PAGE_SIZE = 20;

/** How many connections the viewer shares with somebody, and who they are [NET-06]. */
export function MutualConnections({ profileId, count }: { profileId: string; count: number }) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      title={_('Connections in common')}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" variant="quiet">
          {_('{count, plural, one {# connection in common} other {# connections in common}}', { count })}
        </Button>
      }
    >
      {open ? <People profileId={profileId} /> : null}
    </Dialog>
  );
}

function People({ profileId }: { profileId: string }) {
  const { own, retry } = useOwn(ConnectionService.method.listMutualConnections, { profileId, pageSize: PAGE_SIZE });
  return own.state === 'ready' ? (
    <Loaded profileId={profileId} first={own.value} />
  ) : (
    <NotReady
      {...{ own, retry }}
      className="h-40"
      loading={_('Loading connections in common')}
      failed={_('We failed to load these connections.')}
    />
  );
}

function Loaded({ profileId, first }: { profileId: string; first: ListMutualConnectionsResponse }) {
  const shown = useMore(
    { items: first.people, nextCursor: first.nextCursor },
    {
      method: ConnectionService.method.listMutualConnections,
      request: (cursor) => ({ profileId, pageSize: PAGE_SIZE, cursor }),
      page: ({ people, nextCursor }) => ({ items: people, nextCursor }),
    },
  );
  return (
    <div className="max-h-[60dvh] overflow-y-auto">
      <ul aria-label={_('Connections in common')} className="grid">
        {shown.items.map((person) => (
          <PersonLine key={person.id} person={person} />
        ))}
      </ul>
      <ListEnd list={shown} more={_('Show more')} failed={_('We failed to load more.')}>
        {_('That is everybody.')}
      </ListEnd>
    </div>
  );
}

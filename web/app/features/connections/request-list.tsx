import { type Connection, ConnectionService, ConnectionState } from '@marquee/contracts/identity/v1/connection_pb';
import { Inbox, Send } from 'lucide-react';
import { useRef, useState } from 'react';
import { ListEnd } from '../../data/list-end.tsx';
import { type Page, useMore } from '../../data/use-more.ts';
import { usePending } from '../../data/use-pending.ts';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Decline } from './connection-controls.tsx';
import { CONNECTIONS_PAGE_SIZE } from './connection-list.tsx';
import { Connected, OutcomeBadge } from './outcome-badge.tsx';
import { dateOf, nameOf, PersonLine } from './person-line.tsx';
import { actOn } from './use-connection.ts';
import { useFocusPlace } from './use-focus-place.ts';

/** Open requests to the viewer, or those that they sent [NET-06]. */
export function RequestList({ first, sent }: { first: Page<Connection>; sent: boolean }) {
  const shown = useMore(first, {
    method: ConnectionService.method.listConnectionRequests,
    request: (cursor) => ({ sent, pageSize: CONNECTIONS_PAGE_SIZE, cursor }),
    page: ({ connections, nextCursor }) => ({ items: connections, nextCursor }),
  });
  if (shown.items.length === 0) {
    return sent ? (
      <EmptyState icon={<Send aria-hidden />} title={_('No open requests')}>
        {_('People whom you have asked, and who have not answered yet, appear here.')}
      </EmptyState>
    ) : (
      <EmptyState icon={<Inbox aria-hidden />} title={_('No requests')}>
        {_('When somebody asks to connect with you, you decide here.')}
      </EmptyState>
    );
  }
  return (
    <div>
      <ul aria-label={sent ? _('Sent requests') : _('Requests')} className="grid">
        {shown.items.map((connection) => (
          <RequestLine key={connection.person?.id} connection={connection} />
        ))}
      </ul>
      <ListEnd list={shown} more={_('Show more')} failed={_('We failed to load more requests.')}>
        {_('{count, plural, one {One request.} other {All # requests.}}', { count: shown.items.length })}
      </ListEnd>
    </div>
  );
}

/** A line stays when it is answered, and says what became of it. */
function RequestLine({ connection: { person, state: before, since } }: { connection: Connection }) {
  const [state, setState] = useState(before);
  // Undo comes later than the press that offered it.
  const now = useRef(before);
  const [pending, during] = usePending();
  const place = useFocusPlace(state);
  if (!person) return null;
  const name = nameOf(person);
  // Not disabled: a button that has the focus keeps it.
  const wait = { 'aria-disabled': pending || undefined };
  const act = async (what: Parameters<typeof actOn>[1]) =>
    !pending &&
    during(() =>
      actOn({ id: person.id, name }, what, (change) => {
        const shown = now.current;
        const set = (next: ConnectionState) => {
          now.current = next;
          setState(next);
        };
        set(change.state ?? shown);
        return () => set(shown);
      }),
    );
  return (
    <PersonLine person={person} detail={_('Asked {date}', { date: dateOf(since) })}>
      <span ref={place} className="contents">
        {state === ConnectionState.RECEIVED ? (
          <>
            <Button
              size="small"
              variant="primary"
              {...wait}
              aria-label={_('Accept: {name}', { name })}
              onClick={() => void act('accept')}
            >
              {_('Accept')}
            </Button>
            <Decline size="small" name={name} pending={pending} decline={() => act('decline')} />
          </>
        ) : null}
        {state === ConnectionState.SENT ? (
          <Button
            size="small"
            {...wait}
            aria-label={_('Withdraw: {name}', { name })}
            onClick={() => void act('withdraw')}
          >
            {_('Withdraw')}
          </Button>
        ) : null}
        {state === ConnectionState.CONNECTED ? <Connected /> : null}
        {state === ConnectionState.NONE ? (
          <OutcomeBadge>{before === ConnectionState.SENT ? _('Withdrawn') : _('Declined')}</OutcomeBadge>
        ) : null}
      </span>
    </PersonLine>
  );
}

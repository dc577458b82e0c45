import { type Connection, ConnectionService } from '@marquee/contracts/identity/v1/connection_pb';
import { ACCOUNT_LIMITS } from '@marquee/rules/account';
import { CONNECTION_LIMITS, CONNECTION_MESSAGES } from '@marquee/rules/connections';
import { Search, Users } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { ListEnd } from '../../data/list-end.tsx';
import { type Page, useMore } from '../../data/use-more.ts';
import { usePending } from '../../data/use-pending.ts';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { dateOf, nameOf, PersonLine } from './person-line.tsx';
import { RemoveConnection } from './profile-menu.tsx';
import { actOn } from './use-connection.ts';

export const CONNECTIONS_PAGE_SIZE = 50;

type Found = { query: string; page: Page<Connection> };

/** The viewer's connections by name, searched after a pause in typing [NET-06] [NET-07]. */
export function ConnectionList({ first }: { first: Page<Connection> }) {
  const { found, state, search, again } = useSearch(first);
  if (first.items.length === 0) {
    return (
      <EmptyState icon={<Users aria-hidden />} title={_('No connections yet')}>
        {_('Open somebody’s profile and connect: once they accept, they appear here.')}
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-6">
      <TextField
        label={_('Search your connections')}
        hideLabel
        optional
        type="search"
        autoComplete="off"
        placeholder={_('First or last name')}
        prefix={<Search aria-hidden className="size-5" />}
        maxLength={ACCOUNT_LIMITS.searchCharactersMax}
        onChange={(event) => search(event.target.value)}
      />
      {state === 'searching' ? <Skeleton className="h-64" label={_('Searching your connections')} /> : null}
      {state === 'failed' ? (
        <ErrorState title={_('We failed to search your connections.')} onRetry={again}>
          {_('Please try again in a moment.')}
        </ErrorState>
      ) : null}
      {state === 'found' ? <FoundConnections key={found.query} {...found} /> : null}
    </div>
  );
}

/** Asks for those whose name begins with what was typed; only the newest answer counts. */
function useSearch(first: Page<Connection>) {
  const [found, setFound] = useState<Found>({ query: '', page: first });
  const [state, setState] = useState<'found' | 'searching' | 'failed'>('found');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef('');
  useEffect(() => () => clearTimeout(timer.current), []);

  const ask = async (query: string) => {
    try {
      const answer = await client(ConnectionService).listConnections({ query, pageSize: CONNECTIONS_PAGE_SIZE });
      if (newest.current !== query) return;
      setFound({ query, page: { items: answer.connections, nextCursor: answer.nextCursor } });
      setState('found');
    } catch {
      if (newest.current === query) setState('failed');
    }
  };
  const search = (text: string) => {
    const query = text.trim();
    if (query === newest.current) return;
    newest.current = query;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setState('searching');
      void ask(query);
    }, CONNECTION_LIMITS.searchAfterMs);
  };
  const again = () => {
    setState('searching');
    void ask(newest.current);
  };
  return { found, state, search, again };
}

function FoundConnections({ query, page }: Found) {
  const shown = useMore(page, {
    method: ConnectionService.method.listConnections,
    request: (cursor) => ({ query, pageSize: CONNECTIONS_PAGE_SIZE, cursor }),
    page: ({ connections, nextCursor }) => ({ items: connections, nextCursor }),
  });
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const left = shown.items.filter(({ person }) => person && !removed.includes(person.id));
  if (left.length === 0 && !shown.hasMore) {
    return query ? (
      <EmptyState icon={<Search aria-hidden />} title={_(CONNECTION_MESSAGES.noMatch)} />
    ) : (
      <EmptyState icon={<Users aria-hidden />} title={_('No connections left')} />
    );
  }
  return (
    <div>
      <ul aria-label={_('Connections')} className="grid">
        {left.map((connection) => (
          <ConnectionLine
            key={connection.person?.id}
            connection={connection}
            onRemoved={(id) => setRemoved((now) => [...now, id])}
          />
        ))}
      </ul>
      <ListEnd list={shown} more={_('Show more')} failed={_('We failed to load more of your connections.')}>
        {_('{count, plural, one {One connection.} other {All # connections.}}', { count: left.length })}
      </ListEnd>
    </div>
  );
}

function ConnectionLine({ connection, onRemoved }: { connection: Connection; onRemoved: (id: string) => void }) {
  const [open, setOpen] = useState(false);
  const [pending, during] = usePending();
  const { person, since } = connection;
  if (!person) return null;
  const about = { id: person.id, name: nameOf(person) };
  const remove = async () => {
    // The line goes once that is saved: until then its dialog stands.
    const isRemoved = await during(() => actOn(about, 'remove', () => () => {}));
    if (isRemoved) onRemoved(person.id);
    return isRemoved;
  };
  return (
    <PersonLine person={person} detail={_('Connected {date}', { date: dateOf(since) })}>
      <Button size="small" aria-label={_('Remove: {name}', { name: about.name })} onClick={() => setOpen(true)}>
        {_('Remove')}
      </Button>
      <RemoveConnection person={about} pending={pending} remove={remove} open={open} onOpenChange={setOpen} />
    </PersonLine>
  );
}

import { type Connection, ConnectionService, ConnectionState } from '@marquee/contracts/identity/v1/connection_pb';
import { refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { optimisticallyOrToast } from '../../data/optimistically.ts';
import { useOwn } from '../../data/use-own.ts';
import { usePending } from '../../data/use-pending.ts';
import { _, type Message, msg } from '../../language/words.ts';
import { toast } from '../../ui/toast.ts';

type Act = 'request' | 'withdraw' | 'accept' | 'decline' | 'remove';

const RESULT: Record<Act, ConnectionState> = {
  request: ConnectionState.SENT,
  withdraw: ConnectionState.NONE,
  accept: ConnectionState.CONNECTED,
  decline: ConnectionState.NONE,
  remove: ConnectionState.NONE,
};

const FAILED: Record<Act, Message> = {
  request: msg('We failed to send your request. Please try again.'),
  withdraw: msg('We failed to take your request back. Please try again.'),
  accept: msg('We failed to accept the request. Please try again.'),
  decline: msg('We failed to decline the request. Please try again.'),
  remove: msg('We failed to remove the connection. Please try again.'),
};

const DONE: Record<Act, (name: string) => string> = {
  request: (name) => _('{name} was asked to connect.', { name }),
  withdraw: () => _('Your request was taken back.'),
  accept: (name) => _('You and {name} are connected.', { name }),
  decline: () => _('The request was declined.'),
  remove: (name) => _('{name} is no longer a connection of yours.', { name }),
};

/** What takes an act back, where that leaves everything as it was. */
const UNDO: Partial<Record<Act, Act>> = { request: 'withdraw', withdraw: 'request', accept: 'remove' };

function call(act: Act, profileId: string) {
  const connections = client(ConnectionService);
  switch (act) {
    case 'request':
      return connections.requestConnection({ profileId });
    case 'withdraw':
      return connections.withdrawConnection({ profileId });
    case 'accept':
      return connections.acceptConnection({ profileId });
    case 'decline':
      return connections.declineConnection({ profileId });
    case 'remove':
      return connections.removeConnection({ profileId });
  }
}

type Person = { id: string; name: string };
/** Shows the connection as it will be, or as it is, and returns the function that reverts it. */
type Show = (change: Partial<Pick<Connection, 'state' | 'requestableFrom'>>) => () => void;

/** Changes a connection at once and saves the change; what can be undone offers it. Resolves with whether it was saved. */
export async function actOn({ id, name }: Person, act: Act, show: Show): Promise<boolean> {
  const isSaved = await optimisticallyOrToast(
    () => show({ state: RESULT[act] }),
    async () => {
      const { connection } = await call(act, id);
      // Both may have asked, or the person may not be asked again so soon.
      if (connection) show({ state: connection.state, requestableFrom: connection.requestableFrom });
    },
    _(FAILED[act]),
  );
  const undo = UNDO[act];
  if (isSaved) {
    toast({
      message: DONE[act](name),
      tone: act === 'accept' ? 'good' : 'neutral',
      undo: undo && (() => void actOn({ id, name }, undo, show)),
    });
  }
  return isSaved;
}

/** What there is between the viewer and the person of a profile, and what can be done about it [NET-06]. */
export function useConnection(person: Person, wanted: boolean) {
  const { own, change, retry } = useOwn(ConnectionService.method.getConnection, { profileId: person.id }, wanted);
  const [pending, during] = usePending();
  const act = async (what: Act) =>
    !pending &&
    during(() =>
      actOn(person, what, (changes) =>
        change((now) => (now.connection ? { ...now, connection: { ...now.connection, ...changes } } : now)),
      ),
    );
  // The viewer has blocked the person, or the other way round, or the profile became private.
  const isGone = own.state === 'failed' && refusalOf(own.cause).reason === 'PROFILE_NOT_FOUND';
  return { own, act, pending, retry, isGone };
}

export type ConnectionActions = ReturnType<typeof useConnection>;

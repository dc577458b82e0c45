import { ConnectionState } from '@marquee/contracts/identity/v1/connection_pb';
import type { Notice } from '@marquee/contracts/notification/v1/notice_pb';
import { _ } from '../../language/words.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Decline } from '../connections/connection-controls.tsx';
import { Connected } from '../connections/outcome-badge.tsx';
import { useConnection } from '../connections/use-connection.ts';
import { useFocusPlace } from '../connections/use-focus-place.ts';

/** Answers a request to connect where the notice of it is read; one that is answered already leads to the person [NOT-02]. */
export function ConnectAction({ notice: { actorId, actorName, url } }: { notice: Notice }) {
  const { own, act, pending } = useConnection({ id: actorId, name: actorName }, true);
  const state = own.state === 'ready' ? own.value.connection?.state : undefined;
  const place = useFocusPlace(state);
  return (
    <span ref={place} className="contents">
      {state === ConnectionState.RECEIVED ? (
        <>
          <Button variant="primary" size="large" pending={pending} onClick={() => void act('accept')}>
            {_('Connect')}
          </Button>
          <Decline size="large" name={actorName} pending={pending} decline={() => act('decline')} />
        </>
      ) : null}
      {state === ConnectionState.CONNECTED ? <Connected /> : null}
      <LinkButton to={url} size="large">
        {_('View profile')}
      </LinkButton>
    </span>
  );
}

import { _ } from '../../language/words.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { DoorScreen } from './door-screen.tsx';
import { DoorSetup } from './door-setup.tsx';
import { becomeDoor, forgetDoor } from './door-store.ts';
import { useDoor } from './use-door.ts';

/** Checks tickets at a door: the page is the same for everybody, and what a door knows is on its device [TIC-07] [FES-11]. */
export function ScanPage() {
  const { state, isBroken, check, refresh, store } = useDoor();
  return (
    <div className="mx-auto grid w-full max-w-xl gap-6 px-4 py-4">
      {state ? (
        <DoorScreen
          state={state}
          check={check}
          refresh={refresh}
          leave={() => void store().then(forgetDoor).then(refresh)}
        />
      ) : (
        <>
          <PageTitle title={_('Check tickets')} crumbs={[{ href: '/user/orgs', label: _('My organizations') }]} />
          {isBroken ? (
            <ErrorState title={_('This browser keeps nothing')}>
              {_('A door has to keep what it scans. Open this page in a window that is not private.')}
            </ErrorState>
          ) : state === null ? (
            <DoorSetup
              onOpened={async (door) => {
                await becomeDoor(await store(), door);
                // Browsers may drop what they keep when the disk is full, unless they are asked not to.
                void navigator.storage?.persist?.();
                refresh();
              }}
            />
          ) : (
            <Skeleton className="h-72" label={_('Loading')} />
          )}
        </>
      )}
    </div>
  );
}

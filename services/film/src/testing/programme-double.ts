import { ProgrammeService } from '@marquee/contracts/festival/v1/programme_pb';
import type { Clock } from '@marquee/runtime/clock';
import { DomainError } from '@marquee/runtime/errors';
import { implement } from '@marquee/runtime/rpc/implement';
import { serve } from '@marquee/runtime/rpc/serve';
import { createVerifier } from '@marquee/runtime/verifier';
import { atEnd } from '@marquee/testing/cleanup';
import { silentLog } from '@marquee/testing/silent-log';
import { verifierKeys } from '@marquee/testing/test-keys';

/** A stand-in of festival that knows who makes the programme of which event. */
export async function startProgrammeDouble(clock: Clock) {
  /** Accounts, by the event whose programme they make. */
  const managers = new Map<string, string>();
  const unused = () => {
    throw new DomainError({ kind: 'NOT_FOUND', reason: 'EVENT_NOT_FOUND', message: 'Event Not Found' });
  };
  const programme = implement(ProgrammeService, {
    getEvent: async ({ eventId }, { viewer }) => ({
      event: { id: eventId },
      canManage: viewer.kind === 'account' && managers.get(eventId) === viewer.accountId,
    }),
    ...{ listEvents: unused, listUpcomingEvents: unused, listMySchedule: unused, starEvent: unused },
    listMyFilmEvents: unused,
  });
  const verifier = createVerifier({ ...verifierKeys, clock });
  const server = await serve({
    ...{ service: 'festival', verifier, implementations: [programme], host: '127.0.0.1', port: 0 },
    ...{ log: silentLog, clock },
  });
  atEnd(() => server.drain(0));
  return { address: `127.0.0.1:${server.port}`, managers };
}

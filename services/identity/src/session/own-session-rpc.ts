import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { OwnSessionService } from '@marquee/contracts/identity/v1/own_session_pb';
import { rpc } from '@marquee/service/rpc';
import { noInput, read, write } from '@marquee/service/use-case';
import type { IdentityResources } from '../resources.ts';
import { endOtherSessions, endOwnSession, endOwnSessionSchema } from './end-own-session.ts';
import { listOwnSessions, type OwnSession } from './list-own-sessions.ts';

const sessionsMessage = (sessions: OwnSession[]) => ({
  sessions: sessions.map(({ id, device, place, createdAt, lastSeenAt, current }) => ({
    ...{ id, device, place, current },
    signedInAt: timestampFromDate(createdAt),
    lastSeenAt: timestampFromDate(lastSeenAt),
  })),
});

/** Where a person is signed in, as their settings show it. */
export const ownSessionRpc = rpc<IdentityResources>()(OwnSessionService, {
  listOwnSessions: read(noInput, listOwnSessions, sessionsMessage),
  endOwnSession: write(endOwnSessionSchema, endOwnSession, () => ({})),
  endOtherSessions: write(noInput, endOtherSessions),
});

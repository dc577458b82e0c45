import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type ConnectionSchema,
  ConnectionService,
  ConnectionState,
} from '@marquee/contracts/identity/v1/connection_pb';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import { peopleMessage, personMessage } from '../account/account-message.ts';
import { profileIdSchema } from '../people/visible-person.ts';
import type { IdentityResources } from '../resources.ts';
import { acceptConnection } from './accept-connection.ts';
import type { Between, StateForViewer } from './between.ts';
import type { Connected } from './connections.ts';
import { declineConnection } from './decline-connection.ts';
import { getConnection } from './get-connection.ts';
import {
  listConnectionRequests,
  listConnectionRequestsSchema,
  listConnections,
  listConnectionsSchema,
  listMutualConnections,
  listMutualConnectionsSchema,
} from './list-connections.ts';
import { removeConnection } from './remove-connection.ts';
import { repeatRequest } from './repeat-request.ts';
import { requestConnection } from './request-connection.ts';
import { withdrawConnection } from './withdraw-connection.ts';

function connectionMessage({
  person,
  state,
  since,
  requestableFrom,
}: Between): MessageInitShape<typeof ConnectionSchema> {
  return {
    person: personMessage(person),
    state: ConnectionState[state],
    ...(since && { since: timestampFromDate(since) }),
    ...(requestableFrom && { requestableFrom: timestampFromDate(requestableFrom) }),
  };
}

const answer = (between: Between) => ({ connection: connectionMessage(between) });

type Listed = { rows: Connected[]; nextCursor: string };

const listMessage = ({ rows, nextCursor }: Listed, state: StateForViewer) => ({
  connections: rows.map((row) => connectionMessage({ person: row, state, since: row.since, requestableFrom: null })),
  nextCursor,
});

/** Whom a person knows. */
export const connectionRpc = rpc<IdentityResources>()(ConnectionService, {
  getConnection: read(profileIdSchema, getConnection, ({ connection, mutualCount }) => ({
    ...answer(connection),
    mutualCount,
  })),
  requestConnection: write(profileIdSchema, requestConnection, answer, {
    after: async (resources, result, { viewer }, _before, { connection }) =>
      result ? {} : answer(await repeatRequest(resources, viewer as AccountViewer, connection?.person?.id ?? '')),
  }),
  acceptConnection: write(profileIdSchema, acceptConnection, answer),
  declineConnection: write(profileIdSchema, declineConnection, answer),
  withdrawConnection: write(profileIdSchema, withdrawConnection, answer),
  removeConnection: write(profileIdSchema, removeConnection, answer),
  listConnections: read(listConnectionsSchema, listConnections, (page) => listMessage(page, 'CONNECTED')),
  listConnectionRequests: read(listConnectionRequestsSchema, listConnectionRequests, ({ sent, ...page }) =>
    listMessage(page, sent ? 'SENT' : 'RECEIVED'),
  ),
  listMutualConnections: read(listMutualConnectionsSchema, listMutualConnections, peopleMessage),
});

import {
  ListConnectionRequestsResponseSchema,
  ListConnectionsResponseSchema,
} from '@marquee/contracts/identity/v1/connection_pb';
import { useMemo } from 'react';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { notFound, requireViewer } from '../../api/viewer.ts';
import { CONNECTIONS_PAGE_SIZE, ConnectionList } from '../../features/connections/connection-list.tsx';
import { ConnectionsPage } from '../../features/connections/connections-page.tsx';
import { RequestList } from '../../features/connections/request-list.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/connections';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Connections')) }];

const first = { pageSize: CONNECTIONS_PAGE_SIZE };

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { connections } = args.context.get(api);
  const { list } = args.params;
  if (list === undefined) {
    return {
      list: 'connected' as const,
      page: packed(ListConnectionsResponseSchema, await connections.listConnections(first)),
    };
  }
  if (list !== 'requests' && list !== 'sent') throw notFound('');
  const requests = await connections.listConnectionRequests({ ...first, sent: list === 'sent' });
  return { list, page: packed(ListConnectionRequestsResponseSchema, requests) };
}

export default function ConnectionsRoute({ loaderData: { list, page } }: Route.ComponentProps) {
  return (
    <ConnectionsPage>
      {list === 'connected' ? <Connected page={page} /> : <Requests key={list} page={page} sent={list === 'sent'} />}
    </ConnectionsPage>
  );
}

type Packed = Parameters<typeof usePacked>[1];

function Connected({ page }: { page: Packed }) {
  const { connections, nextCursor } = usePacked(ListConnectionsResponseSchema, page);
  const first = useMemo(() => ({ items: connections, nextCursor }), [connections, nextCursor]);
  return <ConnectionList first={first} />;
}

function Requests({ page, sent }: { page: Packed; sent: boolean }) {
  const { connections, nextCursor } = usePacked(ListConnectionRequestsResponseSchema, page);
  return <RequestList first={{ items: connections, nextCursor }} sent={sent} />;
}

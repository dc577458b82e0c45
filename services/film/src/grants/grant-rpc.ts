import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type GrantAccessRequest,
  GrantKind,
  type GrantSchema,
  GrantService,
} from '@marquee/contracts/film/v1/grants_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import { nameOf } from '../films/enum-names.ts';
import type { FilmResources } from '../resources.ts';
import { listUserRecordsSchema } from '../user-records/user-unlocks.ts';
import { grantAccess, grantAccessSchema } from './grant-access.ts';
import type { Grant } from './grants.ts';
import { listUserGrants } from './list-user-grants.ts';
import { takeBackGrant, takeBackGrantSchema } from './take-back-grant.ts';

/** Time that staff give a user to watch a film [WAT-15]. */
export const grantRpc = rpc<FilmResources>()(GrantService, {
  listUserGrants: read(listUserRecordsSchema, listUserGrants, ({ rows, nextCursor }) => ({
    grants: rows.map(grantMessage),
    lastKey: nextCursor,
  })),
  grantAccess: write(grantAccessSchema, grantAccess, oneGrantMessage, {
    from: (request: GrantAccessRequest) => ({ ...request, kind: nameOf(GrantKind, request.kind) }),
  }),
  takeBackGrant: write(takeBackGrantSchema, takeBackGrant, oneGrantMessage),
});

function grantMessage(grant: Grant): MessageInitShape<typeof GrantSchema> {
  const { id, filmId, filmTitle, kind, hours, reason, createdAt, endsAt, startedAt, takenBackAt } = grant;
  return {
    ...{ id, filmId, filmTitle, hours, reason, kind: GrantKind[kind] },
    createdAt: timestampFromDate(createdAt),
    started: startedAt !== null,
    ...(endsAt && { endsAt: timestampFromDate(endsAt) }),
    ...(takenBackAt && { takenBackAt: timestampFromDate(takenBackAt) }),
  };
}

function oneGrantMessage(grant: Grant) {
  return { grant: grantMessage(grant) };
}

import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ProfileViewService, type RecordProfileViewRequest } from '@marquee/contracts/identity/v1/profile_view_pb';
import type { CallContext } from '@marquee/runtime/rpc/implement';
import { rpc } from '@marquee/service/rpc';
import { read, writeWithoutTransaction } from '@marquee/service/use-case';
import { personMessage } from '../account/account-message.ts';
import type { IdentityResources } from '../resources.ts';
import { listProfileViews, listProfileViewsSchema } from './list-profile-views.ts';
import type { SeenView } from './profile-views.ts';
import { recordProfileView, recordProfileViewSchema } from './record-profile-view.ts';

const withClient = (request: RecordProfileViewRequest, { client }: CallContext) => ({ ...request, client });

/** Somebody who keeps their profile private is not named to those whom they look at. */
const viewMessage = (view: SeenView) => ({
  id: view.viewId,
  viewedAt: timestampFromDate(view.viewedAt),
  ...(view.profileVisibility !== 'PRIVATE' && { viewer: personMessage(view) }),
});

/** Who looked at a profile. */
export const profileViewRpc = rpc<IdentityResources>()(ProfileViewService, {
  recordProfileView: writeWithoutTransaction(recordProfileViewSchema, recordProfileView, () => ({}), {
    from: withClient,
  }),
  listProfileViews: read(listProfileViewsSchema, listProfileViews, ({ rows, ...page }) => ({
    ...page,
    views: rows.map(viewMessage),
  })),
});

import { ListBlockedAccountsResponseSchema } from '@marquee/contracts/identity/v1/block_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requireViewer } from '../../api/viewer.ts';
import { BLOCKED_PAGE_SIZE, BlockedList } from '../../features/connections/blocked-list.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import type { Route } from './+types/blocked-users.ts';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Blocked users')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const answer = await args.context.get(api).blocks.listBlockedAccounts({ pageSize: BLOCKED_PAGE_SIZE });
  return { page: packed(ListBlockedAccountsResponseSchema, answer) };
}

export default function BlockedUsersRoute({ loaderData: { page } }: Route.ComponentProps) {
  const { blocked, nextCursor } = usePacked(ListBlockedAccountsResponseSchema, page);
  return (
    <div className="page py-8 md:py-12">
      <div className="grid max-w-3xl gap-8">
        <PageTitle
          title={_('Blocked users')}
          lead={_('Neither of you finds, invites or writes to the other.')}
          crumbs={[{ href: '/settings', label: _('Settings') }]}
        />
        <BlockedList first={{ items: blocked, nextCursor }} />
      </div>
    </div>
  );
}

import { ListProfileViewsResponseSchema } from '@marquee/contracts/identity/v1/profile_view_pb';
import { PROFILE_VIEW_LIMITS } from '@marquee/rules/connections';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requireViewer } from '../../api/viewer.ts';
import { ProfileViewList, VIEWS_PAGE_SIZE } from '../../features/profile-views/profile-view-list.tsx';
import { _, msg } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import type { Route } from './+types/profile-views';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Profile views')) }];

const CRUMBS = [
  { href: '/profile', label: msg('Profile') },
  { href: '/profile/edit', label: msg('Edit profile') },
];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const answer = await args.context.get(api).profileViews.listProfileViews({ pageSize: VIEWS_PAGE_SIZE });
  return { page: packed(ListProfileViewsResponseSchema, answer) };
}

export default function ProfileViewsRoute({ loaderData: { page } }: Route.ComponentProps) {
  const { views, nextCursor, visitorCount } = usePacked(ListProfileViewsResponseSchema, page);
  return (
    <div className="page page-column gap-8 py-8 md:py-12">
      <PageTitle
        title={_('Profile views')}
        lead={_('Who looked at your profile in the last {days} days, once a day.', { days: PROFILE_VIEW_LIMITS.days })}
        crumbs={CRUMBS.map(({ href, label }) => ({ href, label: _(label) }))}
      />
      <ProfileViewList first={{ items: views, nextCursor }} visitorCount={visitorCount} />
    </div>
  );
}

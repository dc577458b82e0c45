import { ListProfileViewsResponseSchema } from '@marquee/contracts/identity/v1/profile_view_pb';
import { PROFILE_VIEW_LIMITS } from '@marquee/rules/connections';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requireViewer } from '../../api/viewer.ts';
import { ProfileViewList, VIEWS_PAGE_SIZE } from '../../features/profile-views/profile-view-list.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import type { Route } from './+types/profile-views';

export const meta: Route.MetaFunction = () => [{ title: 'Profile views · Marquee' }];

const CRUMBS = [
  { href: '/profile', label: 'Profile' },
  { href: '/profile/edit', label: 'Edit profile' },
];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const answer = await args.context.get(api).profileViews.listProfileViews({ pageSize: VIEWS_PAGE_SIZE });
  return { page: packed(ListProfileViewsResponseSchema, answer) };
}

export default function ProfileViewsRoute({ loaderData: { page } }: Route.ComponentProps) {
  const { views, nextCursor, visitorCount } = usePacked(ListProfileViewsResponseSchema, page);
  return (
    <div className="page grid *:max-w-3xl gap-8 pt-8">
      <PageTitle
        title="Profile views"
        lead={`Who looked at your profile in the last ${PROFILE_VIEW_LIMITS.days} days, once a day.`}
        crumbs={CRUMBS}
      />
      <ProfileViewList first={{ items: views, nextCursor }} visitorCount={visitorCount} />
    </div>
  );
}

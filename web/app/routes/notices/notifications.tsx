import { ListNoticesResponseSchema } from '@marquee/contracts/notification/v1/notice_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requireViewer } from '../../api/viewer.ts';
import { NOTICES_PAGE_SIZE, NoticeList } from '../../features/notices/notice-list.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/notifications.ts';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Notifications')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { notices } = args.context.get(api);
  const page = await notices.listNotices({ unreadOnly: true, pageSize: NOTICES_PAGE_SIZE });
  return { page: packed(ListNoticesResponseSchema, page) };
}

export default function NotificationsRoute({ loaderData }: Route.ComponentProps) {
  const { notices, nextCursor } = usePacked(ListNoticesResponseSchema, loaderData.page);
  return <NoticeList first={notices} cursor={nextCursor} unreadOnly />;
}

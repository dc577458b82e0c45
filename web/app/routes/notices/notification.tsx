import { GetNoticeResponseSchema } from '@marquee/contracts/notification/v1/notice_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requireViewer } from '../../api/viewer.ts';
import { NoticeError } from '../../features/notices/notice-error.tsx';
import { NoticePage } from '../../features/notices/notice-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/notification.ts';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Notification')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { notices } = args.context.get(api);
  const answer = await notices.getNotice({ noticeId: args.params.noticeId });
  return { answer: packed(GetNoticeResponseSchema, answer) };
}

export default function NotificationRoute({ loaderData }: Route.ComponentProps) {
  const { notice } = usePacked(GetNoticeResponseSchema, loaderData.answer);
  return notice ? <NoticePage key={notice.id} notice={notice} /> : null;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NoticeError error={error} />;
}

import { type Notice, NoticeAction } from '@marquee/contracts/notification/v1/notice_pb';
import { LinkButton } from '../../ui/button.tsx';
import { ConnectAction } from './connect-action.tsx';

/** The names of the actions, by kind of notice [NOT-02]. */
const LABELS: Record<NoticeAction, string> = {
  [NoticeAction.UNSPECIFIED]: 'Open',
  [NoticeAction.OPEN]: 'Open',
  [NoticeAction.CHECK_IT_OUT]: 'Check it out',
  [NoticeAction.CONNECT]: 'Connect',
  [NoticeAction.CLAIM]: 'Review the claim',
  [NoticeAction.VIEW_PROFILE]: 'View profile',
};

/** What a notice asks for. A request to connect is answered at once. */
export function NoticeActionButton({ notice }: { notice: Notice }) {
  if (notice.action === NoticeAction.CONNECT && notice.actorId) return <ConnectAction notice={notice} />;
  return (
    <LinkButton to={notice.url} variant="primary" size="large">
      {LABELS[notice.action]}
    </LinkButton>
  );
}

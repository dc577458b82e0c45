import { type Notice, NoticeAction } from '@marquee/contracts/notification/v1/notice_pb';
import { _, type Message, msg } from '../../language/words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { ConnectAction } from './connect-action.tsx';

/** The names of the actions, by kind of notice [NOT-02]. */
const LABELS: Record<NoticeAction, Message> = {
  [NoticeAction.UNSPECIFIED]: msg('Open'),
  [NoticeAction.OPEN]: msg('Open'),
  [NoticeAction.CHECK_IT_OUT]: msg('Check it out'),
  [NoticeAction.CONNECT]: msg('Connect'),
  [NoticeAction.CLAIM]: msg('Review the claim'),
  [NoticeAction.VIEW_PROFILE]: msg('View profile'),
  [NoticeAction.VOTE]: msg('Vote'),
};

/** What a notice asks for. A request to connect is answered at once. */
export function NoticeActionButton({ notice }: { notice: Notice }) {
  if (notice.action === NoticeAction.CONNECT && notice.actorId) return <ConnectAction notice={notice} />;
  return (
    <LinkButton to={notice.url} variant="primary" size="large">
      {_(LABELS[notice.action])}
    </LinkButton>
  );
}

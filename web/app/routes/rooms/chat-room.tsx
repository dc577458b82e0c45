import { gone, requireViewer } from '../../api/viewer.ts';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/chat-room';

export const meta = () => [{ title: pageTitle(_('Chat')) }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  throw gone(_('Chat no longer exists.'));
}

export default function ChatRoomRoute() {
  return null;
}

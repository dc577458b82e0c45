import { notFound, requireViewer } from '../../api/viewer.ts';
import type { Route } from './+types/chat-room';

export const meta = () => [{ title: 'Chat · Marquee' }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  throw notFound('Chat no longer exists.');
}

export default function ChatRoomRoute() {
  return null;
}

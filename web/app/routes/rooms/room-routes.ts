import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const room = (path: string, file: string, id = path) => route(path, `routes/rooms/${file}.tsx`, { id });

/** Areas of the site without content yet, each with its real empty view. */
export const roomRoutes: RouteConfigEntry[] = [
  room('eohub/*', 'network'),
  room('chats', 'chats'),
  room('chats/*', 'chat-room'),
  room('forbidden', 'forbidden'),
  room('*', 'not-found'),
];

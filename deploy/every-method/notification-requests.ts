import type { RequestEntries } from './request-entries.ts';

/** Valid requests of methods of notification. */
export const notificationRequests: RequestEntries = {
  'notification.v1.NoticeService/CountUnread': {
    why: 'an account counts its own',
    values: async (scene) => ({ accountId: scene.callerId() }),
  },
};

import { createMailMarks } from '@marquee/notification/reports/mail-marks';
import { feedbackReport } from '@marquee/notification/testing/mail-reports';
import type { RequestEntries } from './request-entries.ts';

/** Valid requests of methods of notification. */
export const notificationRequests: RequestEntries = {
  'notification.v1.NoticeService/CountUnread': {
    why: 'an account counts its own',
    values: async (scene) => ({ accountId: scene.callerId() }),
  },
  'notification.v1.MailReportService/ReceiveMailReport': {
    why: 'it is a message with the mark of a mail',
    values: async () => {
      const recipient = 'somebody@example.com';
      const mark = createMailMarks('t'.repeat(32)).markOf(crypto.randomUUID(), recipient);
      return { message: feedbackReport({ to: `bounces+${mark}@marquee.example`, recipient, mail: '' }) };
    },
  },
};

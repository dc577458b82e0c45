import { MailReportService } from '@marquee/contracts/notification/v1/mail_report_pb';
import { rpc } from '@marquee/service/rpc';
import { write } from '@marquee/service/use-case';
import type { NotificationResources } from '../resources.ts';
import { askAboutReport, mailReportSchema, receiveMailReport } from './receive-mail-report.ts';

/** What mail servers and mailbox providers say of mails. */
export const reportRpc = rpc<NotificationResources>()(MailReportService, {
  receiveMailReport: write(mailReportSchema, receiveMailReport, () => ({}), { before: askAboutReport }),
});

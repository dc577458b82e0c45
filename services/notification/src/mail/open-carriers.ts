import type { NotificationConfig } from '../config.ts';
import type { Channel } from '../delivery/delivery.ts';
import type { DevInbox } from '../dev-inbox/dev-inbox.ts';
import type { MailMarks } from '../reports/mail-marks.ts';
import { type Carrier, noTextCarrier } from './mailer.ts';
import { smtpMailer } from './smtp-mailer.ts';

/** The carrier of each channel: the development inbox where there is one, else a mail server. */
export function openCarriers(
  config: NotificationConfig,
  inbox: DevInbox | undefined,
  marks: MailMarks,
): Record<Channel, Carrier> {
  if (inbox) return { EMAIL: inbox.carrier('EMAIL'), SMS: inbox.carrier('SMS') };
  const { SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL: publicUrl } = config;
  if (!url) throw new Error('SMTP_URL is not set');
  const { MAIL_RETURN_PATH: returnPath, DKIM_PRIVATE_KEY: privateKey, DKIM_SELECTOR: keySelector } = config;
  const dkim = privateKey ? { privateKey, keySelector } : undefined;
  return { EMAIL: smtpMailer({ url, from, publicUrl, returnPath, marks, dkim }), SMS: noTextCarrier };
}

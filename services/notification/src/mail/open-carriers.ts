import type { NotificationConfig } from '../config.ts';
import type { Channel } from '../delivery/delivery.ts';
import type { DevInbox } from '../dev-inbox/dev-inbox.ts';
import { type Carrier, noTextCarrier } from './mailer.ts';
import { smtpMailer } from './smtp-mailer.ts';

/** The carrier of each channel: the development inbox where there is one, else a mail server. */
export function openCarriers(config: NotificationConfig, inbox: DevInbox | undefined): Record<Channel, Carrier> {
  if (inbox) return { EMAIL: inbox.carrier('EMAIL'), SMS: inbox.carrier('SMS') };
  const { SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL: publicUrl } = config;
  if (!url) throw new Error('SMTP_URL is not set');
  return { EMAIL: smtpMailer({ url, from, publicUrl }), SMS: noTextCarrier };
}

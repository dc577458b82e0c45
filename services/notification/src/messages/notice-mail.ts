import type { Wording } from '../language/wording.ts';
import { type MailContent, mailMessage } from './mail-layout.ts';
import type { Message } from './message.ts';
import { greetingName } from './people-text.ts';

type NoticeMailFacts = {
  publicUrl: string;
  kind: string;
  firstName: string;
  title: string;
  text: string;
  /** The path of the notice. */
  path: string;
  refusal: NonNullable<MailContent['refusal']>;
};

/** The mail of a notice, whose title and text are in its language already. */
export function noticeMail(
  wording: Wording,
  { publicUrl, kind, firstName, title, text, path, refusal }: NoticeMailFacts,
): Message {
  const { t } = wording;
  const name = greetingName(firstName);
  return mailMessage(wording, `NOTICE_${kind}`, {
    ...{ subject: title, preview: text, heading: title },
    paragraphs: [name ? t('Hello {name},', { name }) : t('Hello,'), text],
    action: { label: t('Open'), url: new URL(path, publicUrl).href },
    footnote: t('You can choose what we email you about in your notification settings on Marquee.'),
    refusal,
  });
}

type DigestMailFacts = {
  publicUrl: string;
  firstName: string;
  notices: readonly { title: string; text: string }[];
  /** There are more than these. */
  hasMore: boolean;
  refusal: NonNullable<MailContent['refusal']>;
};

/** One mail a day with what a person has not seen. It is stopped in the settings, kind by kind or whole. */
export function digestMail(
  wording: Wording,
  { publicUrl, firstName, notices, hasMore, refusal }: DigestMailFacts,
): Message {
  const { t } = wording;
  const name = greetingName(firstName);
  const title = notices[0]?.title ?? '';
  return mailMessage(wording, 'NOTICE_DIGEST', {
    subject: notices.length === 1 ? title : t('Your day on Marquee: {title} and more', { title }),
    preview: notices.map((notice) => notice.title).join(' · '),
    heading: name ? t('{name}, this is new for you', { name }) : t('This is new for you'),
    paragraphs: [
      ...notices.map((notice) => `${notice.title}${/[.?!]$/.test(notice.title) ? '' : '.'} ${notice.text}`),
      ...(hasMore ? [t('There is more in your notifications.')] : []),
    ],
    action: { label: t('See your notifications'), url: new URL('/notifications', publicUrl).href },
    footnote: t('You get one such email a day, because you chose so in your notification settings on Marquee.'),
    refusal,
  });
}

/** A text message of a notice. */
export function noticeText({ publicUrl, title, path }: Pick<NoticeMailFacts, 'publicUrl' | 'title' | 'path'>): Message {
  const url = new URL(path, publicUrl).href;
  return { template: 'NOTICE_TEXT', subject: '', html: '', text: `Marquee: ${title} ${url}`, links: [url], code: '' };
}

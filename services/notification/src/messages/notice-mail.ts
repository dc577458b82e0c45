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

const SETTINGS = 'You can choose what we email you about in your notification settings on Marquee.';

/** The mail of a notice. */
export function noticeMail({ publicUrl, kind, firstName, title, text, path, refusal }: NoticeMailFacts): Message {
  const greeting = greetingName(firstName);
  return mailMessage(`NOTICE_${kind}`, {
    ...{ subject: title, preview: text, heading: title },
    paragraphs: [greeting ? `Hello ${greeting},` : 'Hello,', text],
    action: { label: 'Open', url: new URL(path, publicUrl).href },
    footnote: SETTINGS,
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
export function digestMail({ publicUrl, firstName, notices, hasMore, refusal }: DigestMailFacts): Message {
  const greeting = greetingName(firstName);
  const [first] = notices;
  return mailMessage('NOTICE_DIGEST', {
    subject: notices.length === 1 && first ? first.title : `Your day on Marquee: ${first?.title ?? ''} and more`,
    preview: notices.map(({ title }) => title).join(' · '),
    heading: greeting ? `${greeting}, this is new for you` : 'This is new for you',
    paragraphs: [
      ...notices.map(({ title, text }) => `${title}. ${text}`),
      ...(hasMore ? ['There is more in your notifications.'] : []),
    ],
    action: { label: 'See your notifications', url: new URL('/notifications', publicUrl).href },
    footnote: 'You get one such email a day, because you chose so in your notification settings on Marquee.',
    refusal,
  });
}

/** A text message of a notice. */
export function noticeText({ publicUrl, title, path }: Pick<NoticeMailFacts, 'publicUrl' | 'title' | 'path'>): Message {
  const url = new URL(path, publicUrl).href;
  return { template: 'NOTICE_TEXT', subject: '', html: '', text: `Marquee: ${title} ${url}`, links: [url], code: '' };
}

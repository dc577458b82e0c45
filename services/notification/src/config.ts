import { isLoopback } from '@marquee/runtime/network';
import { secret } from '@marquee/service/secret';
import { z } from 'zod';
import { checkMailConfig, mailConfig } from './mail/mail-config.ts';

/** The environment of notification. */
export const notificationConfig = z
  .object({
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).describe('the only source of absolute addresses in messages'),
    HOST: z
      .string()
      .default('127.0.0.1')
      .describe('where this process listens; the development inbox needs it to be this machine alone'),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/ })
      .optional()
      .describe(
        'the mail server: `smtps://user:password@host:port`, or `smtp://…`, which upgrades to TLS; must be set unless DEV_INBOX is',
      ),
    ...mailConfig,
    DEV_INBOX: z.enum(['0', '1']).default('0').describe('`1` keeps messages in a development inbox at /dev/inbox'),
    DEV_INBOX_PORT: z.coerce
      .number()
      .int()
      .min(0)
      .max(65_535)
      .default(0)
      .describe('port of the development inbox on 127.0.0.1; 0 takes a free one'),
    CURSOR_KEY: secret().describe('authenticates the cursors of lists'),
    REFUSAL_HASH_KEY: secret().describe('hashes the addresses that want no invitations'),
    REFUSAL_TOKEN_KEY: secret().describe('signs the links that stop invitations'),
    VAPID_SECRET: secret().describe('makes the keys by which push services know this site'),
    PUSH_LOOPBACK: z
      .enum(['0', '1'])
      .default('0')
      .describe('`1` sends push messages to this machine as well, for tests; `production` refuses it'),
    NODE_ENV: z.string().optional().describe('`production` refuses the development inbox'),
  })
  .superRefine(
    (config, context) => {
      const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      if (config.PUSH_LOOPBACK === '1' && config.NODE_ENV === 'production') {
        refuse('PUSH_LOOPBACK', 'PUSH_LOOPBACK=1 is refused with NODE_ENV=production.');
      }
      checkMailConfig(config, refuse);
      if (config.DEV_INBOX !== '1') {
        if (!config.SMTP_URL) refuse('SMTP_URL', 'SMTP_URL is not set: without mail nobody can sign in.');
        return;
      }
      // The inbox shows every sign-in link, so it is refused on a network and beside a real mail server.
      if (!isLoopback(config.HOST)) {
        refuse(
          'DEV_INBOX',
          `DEV_INBOX=1 is refused with HOST=${config.HOST}: it only exists on this machine (127.0.0.1).`,
        );
      }
      if (config.SMTP_URL) refuse('DEV_INBOX', 'DEV_INBOX=1 is refused with SMTP_URL: choose one of both.');
      if (config.NODE_ENV === 'production') refuse('DEV_INBOX', 'DEV_INBOX=1 is refused with NODE_ENV=production.');
    },
    { when: () => true },
  );

export type NotificationConfig = z.output<typeof notificationConfig>;

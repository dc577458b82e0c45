import { PLAYBACK_TOKEN_SECONDS_MAX } from '@marquee/rules/media';
import { PAID_UNLOCK_HOURS } from '@marquee/rules/payments';
import { FREE_UNLOCK_HOURS } from '@marquee/rules/watch';
import { isLoopback } from '@marquee/runtime/network';
import { secret } from '@marquee/service/secret';
import { z } from 'zod';

/** The environment of film. */
export const filmConfig = z
  .object({
    CURSOR_KEY: secret().describe('authenticates the cursors of lists'),
    VISITOR_HASH_KEY: secret().describe('hashes the browsers whose page views are counted'),
    RECIPIENT_HASH_KEY: secret().describe('hashes the addresses that invitations went to, so that their limits hold'),
    PAYMENT_PROVIDER: z
      .enum(['', 'test'])
      .default('')
      .describe(
        'who takes payments: `test` takes test cards alone, and only on this machine; while empty, films with a price cannot be published',
      ),
    PAYMENT_WEBHOOK_SECRET: z
      .string()
      .min(16)
      .optional()
      .describe('with what the payment provider signs its events; the test provider makes one by default'),
    PLATFORM_FEE_BASIS_POINTS: z.coerce
      .number()
      .int()
      .min(0)
      .max(10_000)
      .default(2_000)
      .describe(
        "the platform's part of what a film is sold for, in hundredths of a percent, where staff have not set it in the system settings; orders keep theirs",
      ),
    PAID_UNLOCK_HOURS: z.coerce
      .number()
      .int()
      .min(1)
      .max(8_760)
      .default(PAID_UNLOCK_HOURS)
      .describe('hours that a film stays unlocked that was paid for'),
    HOST: z
      .string()
      .default('127.0.0.1')
      .describe('where this process listens; the test payment provider needs it to be this machine alone'),
    NODE_ENV: z.string().optional().describe('`production` refuses the test payment provider'),
    FREE_UNLOCK_HOURS: z.coerce
      .number()
      .positive()
      .max(8_760)
      .default(FREE_UNLOCK_HOURS)
      .describe(
        'hours that a film without a price stays unlocked, where staff have not set them in the system settings',
      ),
    PLAYBACK_TOKEN_SECONDS: z.coerce
      .number()
      .int()
      .min(1)
      .max(PLAYBACK_TOKEN_SECONDS_MAX)
      .default(PLAYBACK_TOKEN_SECONDS_MAX)
      .describe("how long a playback address is valid, in seconds; the player's heartbeat renews it"),
    AD_TAG_URL: z
      .url({ protocol: /^https?$/, error: 'must be an address of http:// or https://' })
      .optional()
      .describe(
        'where players ask an ad server for ads (VAST) before films that are watched on demand; no ads unless set, and none without the gateway’s AD_ORIGINS',
      ),
    FLUSH_INTERVAL_MS: z.coerce
      .number()
      .int()
      .min(50)
      .max(60_000)
      .default(1_000)
      .describe('how often buffered positions are written, counts summed and changed films indexed for search'),
  })
  .superRefine(
    (config, context) => {
      const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      // It takes no money for what it sells, so that it is refused wherever the development inbox is.
      if (config.PAYMENT_PROVIDER === 'test' && !isLoopback(config.HOST)) {
        refuse(
          'PAYMENT_PROVIDER',
          `PAYMENT_PROVIDER=test is refused with HOST=${config.HOST}: it only exists on this machine (127.0.0.1).`,
        );
      }
      if (config.PAYMENT_PROVIDER === 'test' && config.NODE_ENV === 'production') {
        refuse('PAYMENT_PROVIDER', 'PAYMENT_PROVIDER=test is refused with NODE_ENV=production.');
      }
    },
    { when: () => true },
  );
export type FilmConfig = z.output<typeof filmConfig>;

import { paymentVariables, refusePayments } from '@marquee/payments/payment-config';
import { PLAYBACK_TOKEN_SECONDS_MAX } from '@marquee/rules/media';
import { PAID_UNLOCK_HOURS } from '@marquee/rules/payments';
import { FREE_UNLOCK_HOURS } from '@marquee/rules/watch';
import { secret } from '@marquee/service/secret';
import { z } from 'zod';

/** The environment of film. */
export const filmConfig = z
  .object({
    CURSOR_KEY: secret().describe('authenticates the cursors of lists'),
    VISITOR_HASH_KEY: secret().describe('hashes the browsers whose page views are counted'),
    RECIPIENT_HASH_KEY: secret().describe('hashes the addresses that invitations went to, so that their limits hold'),
    INVITATION_TEXTS: z
      .enum(['0', '1'])
      .default('0')
      .describe(
        '`1` sends invitations to phone numbers as well; only where notification has a carrier of text messages, so far the development inbox alone',
      ),
    ...paymentVariables,
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
        'where players ask an ad server for ads (VAST) before films that are watched on demand, in place of campaigns of the house; none play without the gateway’s AD_ORIGINS',
      ),
    FLUSH_INTERVAL_MS: z.coerce
      .number()
      .int()
      .min(50)
      .max(60_000)
      .default(1_000)
      .describe('how often buffered positions are written, counts summed and changed films indexed for search'),
  })
  .superRefine(refusePayments, { when: () => true });
export type FilmConfig = z.output<typeof filmConfig>;

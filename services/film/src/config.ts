import { PLAYBACK_TOKEN_SECONDS_MAX } from '@marquee/rules/media';
import { FREE_UNLOCK_HOURS } from '@marquee/rules/watch';
import { secret } from '@marquee/service/secret';
import { z } from 'zod';

/** The environment of film. */
export const filmConfig = z.object({
  CURSOR_KEY: secret().describe('authenticates the cursors of lists'),
  VISITOR_HASH_KEY: secret().describe('hashes the browsers whose page views are counted'),
  RECIPIENT_HASH_KEY: secret().describe('hashes the addresses that invitations went to, so that their limits hold'),
  PAYMENT_PROVIDER: z
    .enum(['', 'stripe', 'test'])
    .default('')
    .describe('while empty, films with a price cannot be published; a film with a price is unlocked by a payment only'),
  FREE_UNLOCK_HOURS: z.coerce
    .number()
    .positive()
    .max(8_760)
    .default(FREE_UNLOCK_HOURS)
    .describe('hours that a film without a price stays unlocked, where staff have not set them in the system settings'),
  PLAYBACK_TOKEN_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(PLAYBACK_TOKEN_SECONDS_MAX)
    .default(PLAYBACK_TOKEN_SECONDS_MAX)
    .describe("how long a playback address is valid, in seconds; the player's heartbeat renews it"),
  FLUSH_INTERVAL_MS: z.coerce
    .number()
    .int()
    .min(50)
    .max(60_000)
    .default(1_000)
    .describe('how often buffered positions are written, counts summed and changed films indexed for search'),
});
export type FilmConfig = z.output<typeof filmConfig>;

import { PLAYBACK_TOKEN_SECONDS_MAX } from '@marquee/rules/media';
import { FREE_UNLOCK_HOURS } from '@marquee/rules/watch';
import { secret } from '@marquee/service/secret';
import { z } from 'zod';

/** The environment of film. */
export const filmConfig = z.object({
  /** Authenticates the cursors of lists. */
  CURSOR_KEY: secret(),
  /** Hashes the browsers whose page views are counted. */
  VISITOR_HASH_KEY: secret(),
  /** While empty, films with a price cannot be published. A film with a price is unlocked by a payment only. */
  PAYMENT_PROVIDER: z.enum(['', 'stripe', 'test']).default(''),
  FREE_UNLOCK_HOURS: z.coerce.number().positive().max(8_760).default(FREE_UNLOCK_HOURS),
  /** How long a playback address is valid; the player's heartbeat renews it. */
  PLAYBACK_TOKEN_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(PLAYBACK_TOKEN_SECONDS_MAX)
    .default(PLAYBACK_TOKEN_SECONDS_MAX),
  /** How often buffered positions are written and counts summed. */
  FLUSH_INTERVAL_MS: z.coerce.number().int().min(50).max(60_000).default(1_000),
});
export type FilmConfig = z.output<typeof filmConfig>;

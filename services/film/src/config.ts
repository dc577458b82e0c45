import { PLAYBACK_TOKEN_SECONDS_MAX } from '@marquee/rules/media';
import { FREE_UNLOCK_HOURS } from '@marquee/rules/watch';
import { secret } from '@marquee/service/secret';
import { z } from 'zod';

/** The environment of film. */
export const filmConfig = z.object({
  /** Signs the cursors of lists and hashes visitors; any text of 32 characters or more. */
  FILM_SECRET: secret(),
  /** While empty, films with a price cannot be published. A film with a price is unlocked by a payment only. */
  PAYMENT_PROVIDER: z.enum(['', 'stripe', 'test']).default(''),
  FREE_UNLOCK_HOURS: z.coerce.number().positive().max(8_760).default(FREE_UNLOCK_HOURS),
  /** How long an address of a film plays; the player's heartbeat renews it. */
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

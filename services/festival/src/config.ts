import { isLoopback } from '@marquee/runtime/network';
import { secret } from '@marquee/service/secret';
import { z } from 'zod';

/** The environment of festival. */
export const festivalConfig = z
  .object({
    CURSOR_KEY: secret().describe('authenticates the cursors of lists'),
    TICKET_KEY: secret().describe('signs the QR codes of tickets; a new one makes every code that was shown invalid'),
    GIFT_HASH_KEY: secret().describe(
      'hashes the addresses that tickets were sent to; with a new one, nobody can accept those that wait',
    ),
    FLUSH_INTERVAL_MS: z.coerce
      .number()
      .int()
      .min(50)
      .max(60_000)
      .default(1_000)
      .describe('how often new votes are added to the chains and sums of their ballots'),
    PAYMENT_PROVIDER: z
      .enum(['', 'test'])
      .default('')
      .describe(
        'who takes payments: `test` takes test cards alone, and only on this machine; while empty, only free tickets can be had',
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
        "the platform's part of what tickets are sold for, in hundredths of a percent, where staff have not set it in the system settings; orders keep theirs",
      ),
    SALE_ADMISSIONS_PER_SECOND: z.coerce
      .number()
      .min(0.1)
      .max(1_000)
      .default(50)
      .describe('how many people a second waiting rooms may admit to one sale; a busy process reports a quarter'),
    HOST: z
      .string()
      .default('127.0.0.1')
      .describe('where this process listens; the test payment provider needs it to be this machine alone'),
    NODE_ENV: z.string().optional().describe('`production` refuses the test payment provider'),
  })
  .superRefine(
    (config, context) => {
      const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['PAYMENT_PROVIDER'], message });
      // It takes no money for what it sells, so that it is refused wherever the development inbox is.
      if (config.PAYMENT_PROVIDER === 'test' && !isLoopback(config.HOST)) {
        refuse(
          `PAYMENT_PROVIDER=test is refused with HOST=${config.HOST}: it only exists on this machine (127.0.0.1).`,
        );
      }
      if (config.PAYMENT_PROVIDER === 'test' && config.NODE_ENV === 'production') {
        refuse('PAYMENT_PROVIDER=test is refused with NODE_ENV=production.');
      }
    },
    { when: () => true },
  );
export type FestivalConfig = z.output<typeof festivalConfig>;

import { paymentVariables, refusePayments } from '@marquee/payments/payment-config';
import { secret } from '@marquee/service/secret';
import { z } from 'zod';
import { passVariables, refusePasses } from './passes/pass-config.ts';

/** The environment of festival. */
export const festivalConfig = z
  .object({
    CURSOR_KEY: secret().describe('authenticates the cursors of lists'),
    TICKET_KEY: secret().describe('signs the QR codes of tickets; a new one makes every code that was shown invalid'),
    GIFT_HASH_KEY: secret().describe(
      'hashes the addresses that tickets were sent to; with a new one, nobody can accept those that wait',
    ),
    INVITATION_TEXTS: z
      .enum(['0', '1'])
      .default('0')
      .describe(
        '`1` sends invitations to phone numbers as well; only where notification has a carrier of text messages, so far the development inbox alone',
      ),
    FLUSH_INTERVAL_MS: z.coerce
      .number()
      .int()
      .min(50)
      .max(60_000)
      .default(1_000)
      .describe('how often new votes are added to the chains and sums of their ballots'),
    ...paymentVariables,
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
      .describe('how many people a second waiting rooms may admit to one sale; a busy process fewer, down to a tenth'),
    ...passVariables,
  })
  .superRefine(refusePayments, { when: () => true })
  .superRefine(refusePasses, { when: () => true });
export type FestivalConfig = z.output<typeof festivalConfig>;

import { z } from 'zod';
import { moment, typedMoment } from './moments.ts';
import { TICKET_LIMITS } from './tickets.ts';

export const PROMO_KINDS = ['PERCENT', 'AMOUNT', 'TICKET'] as const;
export type PromoKindName = (typeof PROMO_KINDS)[number];

export const PROMO_LIMITS = {
  codeLengthMin: 3,
  codeLengthMax: 24,
  percentMax: 100,
  usesMax: 10_000,
  typesMax: 50,
  perFestivalMax: 500,
} as const;

/** What buyers and organizers read. */
export const PROMO_MESSAGES = {
  code: 'Please enter a code of 3 to 24 letters, digits and hyphens.',
  percent: 'Please enter a percentage from 1 to 100.',
  amount: 'Please enter an amount from $0.01 to $999.99.',
  uses: 'Please enter how often it can be used, from 1 to 10,000.',
  usesPerCustomer: 'Please enter how often one person can use it, from 1 to 20.',
  window: 'The code has to end after it starts.',
  types: 'Please choose tickets of this organization, up to 50 kinds.',
  taken: 'There is such a code already.',
  tooMany: 'This organization has 500 codes already, which is the most that it can have.',
  notFound: 'This code does not exist, or it has ended.',
  notYet: 'This code cannot be used yet.',
  notForThese: 'This code is not for these tickets.',
  usedUp: 'This code has been used as often as it can be.',
  usedByYou: 'You have used this code as often as one person can.',
  priceChanged: 'The price with this code has changed. Please look at the new price before you pay.',
} as const;

/** A code as it is typed: capital letters or not, with spaces around it or without. */
export const promoCode = z
  .string()
  .trim()
  .transform((text) => text.toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9-]{3,24}$/, PROMO_MESSAGES.code));

const count = (max: number, message: string) => z.number(message).int(message).min(1, message).max(max, message);

/** What an organizer enters of a code. */
export const promoCodeFields = z
  .object({
    code: promoCode,
    kind: z.enum(PROMO_KINDS),
    value: z.bigint(),
    uses: count(PROMO_LIMITS.usesMax, PROMO_MESSAGES.uses),
    usesPerCustomer: count(TICKET_LIMITS.limitPerCustomerMax, PROMO_MESSAGES.usesPerCustomer),
    startsAt: moment().optional(),
    endsAt: moment().optional(),
    ticketTypeIds: z.array(z.string()).max(PROMO_LIMITS.typesMax, PROMO_MESSAGES.types),
  })
  .superRefine(({ kind, value, startsAt, endsAt }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (kind === 'PERCENT' && (value < 1n || value > BigInt(PROMO_LIMITS.percentMax))) {
      refuse('value', PROMO_MESSAGES.percent);
    }
    if (kind === 'AMOUNT' && (value < 1n || value > BigInt(TICKET_LIMITS.priceCentsMax))) {
      refuse('value', PROMO_MESSAGES.amount);
    }
    if (startsAt && endsAt && startsAt >= endsAt) refuse('endsAt', PROMO_MESSAGES.window);
  });

/** What a code takes off tickets, in minor units: never more than they cost. */
export function discountOf(
  { kind, value }: { kind: PromoKindName; value: bigint },
  { price, quantity }: { price: bigint; quantity: number },
): bigint {
  const full = price * BigInt(quantity);
  if (kind === 'TICKET') return price;
  const off = kind === 'PERCENT' ? (full * value) / 100n : value;
  return off < full ? off : full;
}

const numeral = (max: number, message: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,5}$/, message)
    .transform(Number)
    .pipe(count(max, message));

/** The form of a code, as it is typed: times are those of the browser. */
export const promoCodeForm = z
  .object({
    code: promoCode,
    kind: z.enum(PROMO_KINDS),
    value: z.string().trim(),
    uses: numeral(PROMO_LIMITS.usesMax, PROMO_MESSAGES.uses),
    usesPerCustomer: numeral(TICKET_LIMITS.limitPerCustomerMax, PROMO_MESSAGES.usesPerCustomer),
    startsAt: typedMoment,
    endsAt: typedMoment,
  })
  .transform(({ kind, value, ...rest }, context) => {
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', path: ['value'], message });
      return z.NEVER;
    };
    if (rest.startsAt && rest.endsAt && rest.startsAt >= rest.endsAt) {
      context.addIssue({ code: 'custom', path: ['endsAt'], message: PROMO_MESSAGES.window });
      return z.NEVER;
    }
    if (kind === 'TICKET') return { ...rest, kind, value: 0n };
    if (kind === 'PERCENT') {
      const isPercent = /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= PROMO_LIMITS.percentMax;
      return isPercent ? { ...rest, kind, value: BigInt(value) } : refuse(PROMO_MESSAGES.percent);
    }
    if (!/^\d{1,3}(?:[.,]\d{1,2})?$/.test(value)) return refuse(PROMO_MESSAGES.amount);
    const cents = Math.round(Number(value.replace(',', '.')) * 100);
    return cents > 0 ? { ...rest, kind, value: BigInt(cents) } : refuse(PROMO_MESSAGES.amount);
  });

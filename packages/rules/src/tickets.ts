import { z } from 'zod';
import { moment, typedMoment } from './moments.ts';
import { oneLine } from './plain-text.ts';

/** Lengths in characters, money in cents, times in their units. */
export const TICKET_LIMITS = {
  typeNameLengthMin: 2,
  typeNameLengthMax: 60,
  priceCentsMax: 99_999,
  quantityMax: 10_000,
  limitPerCustomerMax: 20,
  refundHoursMax: 8_760,
  reasonLengthMin: 2,
  reasonLengthMax: 200,
  eventsPerPassMax: 50,
  typesPerFestivalMax: 200,
  /** How long tickets are held for somebody who is paying. */
  holdMinutes: 10,
  /** Up to this number buyers read how many are left. */
  leftShownMax: 10,
  /** How long a ticket is kept for who waited for it. */
  offerMinutes: 120,
  waitsPerAccountMax: 100,
  waitsPerTypeMax: 10_000,
} as const;

/** What buyers and organizers read. */
export const TICKET_MESSAGES = {
  name: 'Please enter a name of 2 to 60 characters.',
  price: 'Please enter a price from $0 to $999.99.',
  quantity: 'Please enter how many there are, from 1 to 10,000.',
  limit: 'Please enter how many one person may buy, from 1 to 20.',
  refundHours: 'Please enter hours from 0 to 8,760.',
  sale: 'The sale has to end after it starts.',
  events: 'Please choose the events, up to 50.',
  eventNotFound: 'We could not find this event.',
  typeNotFound: 'We could not find these tickets.',
  tooManyTypes: 'This organization has 200 kinds of tickets already, which is the most that it can have.',
  overCapacity: 'The event does not have so many places.',
  soldAlready: 'More than that are sold or being paid for. The number cannot be lower.',
  chooseQuantity: 'Please choose how many tickets you would like.',
  notOnSale: 'These tickets are not on sale at the moment.',
  notYetOnSale: 'The sale of these tickets has not started yet.',
  saleOver: 'The sale of these tickets has ended.',
  soldOut: 'These tickets are sold out.',
  fewLeft: 'There are not so many of these tickets left.',
  ticketsLeft: 'There are tickets left: you do not have to wait.',
  listFull: 'You cannot join further waiting lists at the moment.',
  overLimit: 'You cannot buy more of these tickets: there is a limit for each person.',
  priceChanged: 'The price of these tickets has changed. Please look at the new price before you pay.',
  priceTooLow: 'Please choose a price that is not below the lowest one.',
  paymentsUnavailable: 'Tickets cannot be paid for here at the moment.',
  queueUnavailable: 'We cannot reach the queue at the moment. Your place is kept: please stay on this page.',
  admissionNeeded: 'There is a queue for these tickets. Please wait for your turn.',
  notRefundable: 'These tickets cannot be given back.',
  used: 'This ticket was used at the door, so it stays with whom it let in.',
  reason: 'Please write a reason of 2 to 200 characters.',
  refundOver: 'The time to give these tickets back is over.',
  passesUnavailable: 'There are no passes for this wallet at the moment.',
  ticketNotFound: 'Could not find your ticket. Please contact support if you are having trouble.',
} as const;

const cents = z
  .bigint(TICKET_MESSAGES.price)
  .min(0n, TICKET_MESSAGES.price)
  .max(BigInt(TICKET_LIMITS.priceCentsMax), TICKET_MESSAGES.price);
const whole = (min: number, max: number, message: string) =>
  z.number(message).int(message).min(min, message).max(max, message);

/** What an organizer enters of a ticket type. */
export const ticketTypeFields = z.object({
  name: oneLine()
    .min(TICKET_LIMITS.typeNameLengthMin, TICKET_MESSAGES.name)
    .max(TICKET_LIMITS.typeNameLengthMax, TICKET_MESSAGES.name),
  payWhatYouCan: z.boolean(),
  /** The lowest one, where buyers choose. */
  price: cents,
  quantity: whole(1, TICKET_LIMITS.quantityMax, TICKET_MESSAGES.quantity),
  limitPerCustomer: whole(1, TICKET_LIMITS.limitPerCustomerMax, TICKET_MESSAGES.limit),
  saleStart: moment().optional(),
  saleEnd: moment().optional(),
  refundHours: whole(0, TICKET_LIMITS.refundHoursMax, TICKET_MESSAGES.refundHours).optional(),
});
export type TicketTypeFields = z.output<typeof ticketTypeFields>;

/** The sale ends after it starts, where both are given. */
export const isSaleInOrder = ({ saleStart, saleEnd }: Pick<TicketTypeFields, 'saleStart' | 'saleEnd'>): boolean =>
  !saleStart || !saleEnd || saleStart < saleEnd;

/** How many tickets a buyer asks for, and at which price of one. */
export const ticketChoice = z.object({
  quantity: whole(1, TICKET_LIMITS.limitPerCustomerMax, TICKET_MESSAGES.chooseQuantity),
  price: cents,
});

const dollars = (message: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,3}(?:[.,]\d{1,2})?$/, message)
    .transform((text) => BigInt(Math.round(Number(text.replace(',', '.')) * 100)));
const numeral = (min: number, max: number, message: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,5}$/, message)
    .transform(Number)
    .pipe(whole(min, max, message));

/** The form of a ticket type, as it is typed: times are those of the browser. */
export const ticketTypeForm = z
  .object({
    name: ticketTypeFields.shape.name,
    payWhatYouCan: z.boolean(),
    price: dollars(TICKET_MESSAGES.price),
    quantity: numeral(1, TICKET_LIMITS.quantityMax, TICKET_MESSAGES.quantity),
    limitPerCustomer: numeral(1, TICKET_LIMITS.limitPerCustomerMax, TICKET_MESSAGES.limit),
    saleStart: typedMoment,
    saleEnd: typedMoment,
    refundHours: z.union([
      z.literal('').transform(() => undefined),
      numeral(0, TICKET_LIMITS.refundHoursMax, TICKET_MESSAGES.refundHours),
    ]),
  })
  .refine(isSaleInOrder, { path: ['saleEnd'], message: TICKET_MESSAGES.sale });

/** What an organizer says when they take an order back: why, and of one ticket, which; '' for all. */
export const ticketReturnForm = z.object({
  userTicketId: z.string(),
  reason: oneLine()
    .min(TICKET_LIMITS.reasonLengthMin, TICKET_MESSAGES.reason)
    .max(TICKET_LIMITS.reasonLengthMax, TICKET_MESSAGES.reason),
});

/** What a buyer types, where they choose the price: from the lowest one upwards. */
export const priceChoiceForm = (lowest: bigint) =>
  z.object({
    quantity: numeral(1, TICKET_LIMITS.limitPerCustomerMax, TICKET_MESSAGES.chooseQuantity),
    price: dollars(TICKET_MESSAGES.price).refine((price) => price >= lowest, TICKET_MESSAGES.priceTooLow),
  });

import type { z } from 'zod';

import {
  callSchema,
  closesAt,
  deadlineAt,
  priceWith,
  SUBMISSION_MESSAGES,
  submissionSchema,
  waiverSchema,
} from './submissions.ts';
import { GIFT_MESSAGES, giftByContactForm, giftTicketSchema } from './ticket-gifts.ts';

const day = (date: number) => new Date(Date.UTC(2027, 2, date));
const messages = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

describe('a call for films', () => {
  const fees = { earlyFee: 0n, regularFee: 99_999n, lateFee: 0n };
  const call = (changes: object) =>
    messages(callSchema, {
      ...{ title: 'Spring', description: '', projectTypes: [], minutesMax: 720, countries: ['PT'] },
      ...{ timeZone: 'Europe/Lisbon', regularEndsAt: day(2), questions: [] },
      ...{ categories: [{ id: '', name: 'Short', ...fees }], ...changes },
    });

  test('has its early deadline before the regular one, and the late one after it', () => {
    const { deadlineOrder } = SUBMISSION_MESSAGES;
    expect([call({}), call({ earlyEndsAt: day(1), lateEndsAt: day(3) })]).toEqual([[], []]);
    for (const date of [2, 3]) expect(call({ earlyEndsAt: day(date) })).toEqual([['earlyEndsAt', deadlineOrder]]);
    for (const date of [1, 2]) expect(call({ lateEndsAt: day(date) })).toEqual([['lateEndsAt', deadlineOrder]]);
  });

  test('has categories of different names, and fees within bounds', () => {
    const named = (...names: string[]) => call({ categories: names.map((name) => ({ id: '', name, ...fees })) });
    expect(named('Short', 'Shorts')).toEqual([]);
    expect(named('Short', 'SHORT')).toEqual([['categories', SUBMISSION_MESSAGES.categoryTwice]]);
    expect(call({ categories: [] })).toEqual([['categories', SUBMISSION_MESSAGES.categories]]);
    const fee = (lateFee: bigint) => call({ categories: [{ id: '', name: 'Short', ...fees, lateFee }] });
    for (const wrong of [-1n, 100_000n]) {
      expect(fee(wrong)).toEqual([['categories.0.lateFee', SUBMISSION_MESSAGES.fee]]);
    }
    expect(call({ countries: ['XX'] })).toEqual([['countries.0', SUBMISSION_MESSAGES.countries]]);
    expect(call({ minutesMax: 721 })).toEqual([['minutesMax', SUBMISSION_MESSAGES.minutes]]);
  });

  test('takes films until its last deadline, each of which is over at its moment', () => {
    const times = { earlyEndsAt: day(1), regularEndsAt: day(2), lateEndsAt: day(3) };
    const just = (date: number) => new Date(day(date).getTime() - 1);
    expect([just(1), day(1), just(2), day(2), just(3), day(3)].map((now) => deadlineAt(times, now))).toEqual([
      'EARLY',
      'REGULAR',
      'REGULAR',
      'LATE',
      'LATE',
      undefined,
    ]);
    const plain = { regularEndsAt: day(2) };
    expect([deadlineAt(plain, day(1)), deadlineAt(plain, day(2))]).toEqual(['REGULAR', undefined]);
    expect([closesAt(times), closesAt(plain)]).toEqual([day(3), day(2)]);
  });

  test('gives waivers of 1 to 100 percent, rounded in the favour of the maker', () => {
    expect([priceWith(999n, 50), priceWith(999n, 100), priceWith(999n, 1)]).toEqual([499n, 0n, 989n]);
    const waiver = { code: ' early-bird ', percent: 100, usesMax: 10_000 };
    expect(waiverSchema.parse(waiver)).toEqual({ ...waiver, code: 'EARLY-BIRD' });
    expect(messages(waiverSchema, { ...waiver, code: 'SHORT' })).toEqual([['code', SUBMISSION_MESSAGES.waiverCode]]);
    expect(messages(waiverSchema, { ...waiver, percent: 0 })).toEqual([['percent', SUBMISSION_MESSAGES.waiverPercent]]);
    expect(messages(waiverSchema, { ...waiver, usesMax: 10_001 })).toEqual([
      ['usesMax', SUBMISSION_MESSAGES.waiverUses],
    ]);
    const submission = { categoryId: 'c', student: false, filmId: 'f', coverLetter: '', answers: [] };
    expect(messages(submissionSchema, { ...submission, waiverCode: '' })).toEqual([]);
    expect(messages(submissionSchema, { ...submission, waiverCode: 'early-bird' })).toEqual([]);
  });
});

describe('the recipient of a ticket [TIC-03:form]', () => {
  const nobody = { email: '', firstName: '', lastName: '' };
  const ada = { email: ' Ada@Example.com ', firstName: 'Ada', lastName: 'Lovelace' };
  const gift = (changes: object) =>
    giftTicketSchema.safeParse({ eventId: 'e', userTicketId: 't', receipientId: '', ...nobody, ...changes });
  const refused = (changes: object) =>
    gift(changes).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

  test('is a connection, or the owner of an address', () => {
    expect(gift({ receipientId: 'a' }).data).toMatchObject({ recipient: { accountId: 'a' } });
    const written = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' };
    expect(gift(ada).data).toEqual({ eventId: 'e', userTicketId: 't', recipient: written });
  });

  test('is one of both, and whole', () => {
    expect(refused({})).toEqual([['receipientId', GIFT_MESSAGES.recipient]]);
    expect(refused({ receipientId: 'a', firstName: 'Ada' })).toEqual([['receipientId', GIFT_MESSAGES.either]]);
    expect(refused({ ...ada, lastName: '' })).toEqual([['lastName', GIFT_MESSAGES.lastName]]);
    expect(refused({ ...ada, firstName: 'A1' })).toEqual([['firstName', GIFT_MESSAGES.firstName]]);
    expect(refused({ ...ada, email: 'ada@example' })).toEqual([['email', GIFT_MESSAGES.email]]);
  });

  test('is the owner of a phone number, of whom neither an account nor an email is named [NOT-04:contact]', () => {
    const texted = { firstName: 'Ada', lastName: 'Lovelace', phoneNumber: '+351 919-876-543' };
    expect(gift(texted).data?.recipient).toEqual({ ...texted, phoneNumber: '+351919876543' });
    expect(refused({ ...texted, email: ada.email })).toEqual([['phoneNumber', GIFT_MESSAGES.contactEither]]);
    expect(refused({ ...texted, receipientId: 'a' })).toEqual([['receipientId', GIFT_MESSAGES.either]]);
    expect(refused({ ...texted, phoneNumber: '12' })).toEqual([['phoneNumber', 'Please enter a valid phone number.']]);
  });

  test('is written as one of both in one field', () => {
    const contactOf = (contact: string) =>
      giftByContactForm.safeParse({ firstName: 'Ada', lastName: 'Byron', contact });
    const found = (contact: string) => contactOf(contact).data?.contact ?? contactOf(contact).error?.issues[0]?.message;
    expect(found(' Ada@Example.com ')).toEqual({ email: 'ada@example.com', phoneNumber: '' });
    expect(found('(415) 555-0100')).toEqual({ email: '', phoneNumber: '+14155550100' });
    expect(found('')).toBe(GIFT_MESSAGES.contact);
    expect(found('ada@example')).toBe(GIFT_MESSAGES.email);
    expect(found('ada')).toBe('Please enter a valid phone number.');
  });
});

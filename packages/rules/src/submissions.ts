import { z } from 'zod';
import { isCountry } from './countries.ts';
import { PROJECT_TYPES } from './film-types.ts';
import { moment } from './moments.ts';
import { timeZoneSchema } from './notices.ts';
import { manyLines, oneLine } from './plain-text.ts';

export const DEADLINES = ['EARLY', 'REGULAR', 'LATE'] as const;
export type DeadlineName = (typeof DEADLINES)[number];

export const DECISIONS = ['SELECTED', 'NOT_SELECTED', 'WAITLISTED'] as const;
export type DecisionName = (typeof DECISIONS)[number];

/** Lengths in characters, money in cents, times in their units. */
export const SUBMISSION_LIMITS = {
  titleLengthMin: 2,
  titleLengthMax: 90,
  descriptionLengthMax: 4_000,
  minutesMax: 720,
  countriesMax: 250,
  categoriesMax: 20,
  categoryLengthMin: 2,
  categoryLengthMax: 60,
  feeCentsMax: 99_999,
  questionsMax: 20,
  questionLengthMin: 2,
  questionLengthMax: 300,
  answerLengthMax: 2_000,
  coverLetterLengthMax: 4_000,
  waiversPerCallMax: 200,
  waiverCodeLengthMin: 6,
  waiverCodeLengthMax: 30,
  waiverUsesMax: 10_000,
  callsPerFestivalMax: 100,
  perCallMax: 5_000,
  /** How long the place of a film is held for a maker who is paying. */
  holdMinutes: 30,
} as const;

/** What organizers and makers read. */
export const SUBMISSION_MESSAGES = {
  callNotFound: 'Call Not Found',
  submissionNotFound: 'Submission Not Found',
  title: 'Please enter a title of 2 to 90 characters.',
  description: 'A description has at most 4,000 characters.',
  projectTypes: 'Please choose kinds of films from the list.',
  minutes: 'Please enter minutes from 0 to 720.',
  countries: 'Please choose countries from the list.',
  deadline: 'Please enter the regular deadline.',
  deadlineOrder: 'The early deadline is before the regular one, and the late one after it.',
  categories: 'Please enter 1 to 20 categories.',
  categoryName: 'Please enter a category of 2 to 60 characters.',
  categoryTwice: 'Two categories have the same name.',
  categoryUsed: 'Films were submitted to a category that you removed. It has to stay.',
  fee: 'Please enter a fee from $0 to $999.99.',
  questions: 'A call asks at most 20 questions.',
  question: 'Please enter a question of 2 to 300 characters.',
  answer: 'An answer has at most 2,000 characters.',
  answerMissing: 'Please answer this question.',
  coverLetter: 'A cover letter has at most 4,000 characters.',
  film: 'Please choose a film.',
  filmNotYours: 'You can submit your own films.',
  category: 'Please choose a category.',
  categoryGone: 'This category is no longer there. Please choose another one.',
  noSubmissions: 'This organization takes no submissions.',
  tooManyCalls: 'This organization has 100 calls already, which is the most that it can have.',
  editConflict: 'Somebody else changed this call meanwhile. Please reload it and change it again.',
  callNotDraft: 'This call was opened already.',
  callCancelled: 'This call is cancelled.',
  callInPast: 'The last deadline of this call is over. Please move it before you open the call.',
  callNotOpen: 'This call is not open.',
  callClosed: 'The last deadline of this call is over.',
  callFull: 'This call has taken 5,000 films, which is the most that it can take.',
  projectTypeRefused: 'This call does not take films of this kind.',
  tooLong: 'This film is longer than this call takes.',
  countryRefused: 'This call does not take films from this country.',
  filmTwice: 'This film is submitted to this category already.',
  studentFee: 'There is no fee for students in this category.',
  priceChanged: 'The fee has changed. Please look at the new fee before you pay.',
  notWithdrawable: 'This submission can no longer be withdrawn.',
  waiverCode: 'A code has 6 to 30 letters, digits and hyphens.',
  waiverPercent: 'Please enter a part of the fee from 1 to 100 percent.',
  waiverUses: 'Please enter how often the code can be used, from 1 to 10,000.',
  waiverTaken: 'This call has this code already.',
  waiverNotFound: 'Waiver Not Found',
  waiverUnknown: 'We do not know this code for this call.',
  waiverUsedUp: 'This code was used as often as it can be.',
  tooManyWaivers: 'This call has 200 codes already, which is the most that it can have.',
} as const;

const fee = z
  .bigint(SUBMISSION_MESSAGES.fee)
  .min(0n, SUBMISSION_MESSAGES.fee)
  .max(BigInt(SUBMISSION_LIMITS.feeCentsMax), SUBMISSION_MESSAGES.fee);

/** A category, with its fees in cents. */
export const callCategorySchema = z.object({
  /** '' for a new one. */
  id: z.string(),
  name: oneLine()
    .min(SUBMISSION_LIMITS.categoryLengthMin, SUBMISSION_MESSAGES.categoryName)
    .max(SUBMISSION_LIMITS.categoryLengthMax, SUBMISSION_MESSAGES.categoryName),
  ...{ earlyFee: fee, regularFee: fee, lateFee: fee },
  studentFee: fee.optional(),
});
export type CallCategoryFields = z.output<typeof callCategorySchema>;

export const callQuestionSchema = z.object({
  /** '' for a new one. */
  id: z.string().max(36),
  text: oneLine()
    .min(SUBMISSION_LIMITS.questionLengthMin, SUBMISSION_MESSAGES.question)
    .max(SUBMISSION_LIMITS.questionLengthMax, SUBMISSION_MESSAGES.question),
  required: z.boolean(),
});
export type CallQuestionFields = z.output<typeof callQuestionSchema>;

const deadline = moment(SUBMISSION_MESSAGES.deadline);

/** What an organizer enters of a call. */
export const callFields = z.object({
  title: oneLine()
    .min(SUBMISSION_LIMITS.titleLengthMin, SUBMISSION_MESSAGES.title)
    .max(SUBMISSION_LIMITS.titleLengthMax, SUBMISSION_MESSAGES.title),
  description: manyLines().max(SUBMISSION_LIMITS.descriptionLengthMax, SUBMISSION_MESSAGES.description),
  projectTypes: z.array(z.enum(PROJECT_TYPES, SUBMISSION_MESSAGES.projectTypes)).max(PROJECT_TYPES.length),
  minutesMax: z
    .int(SUBMISSION_MESSAGES.minutes)
    .min(0, SUBMISSION_MESSAGES.minutes)
    .max(SUBMISSION_LIMITS.minutesMax, SUBMISSION_MESSAGES.minutes),
  countries: z
    .array(z.string().refine(isCountry, SUBMISSION_MESSAGES.countries))
    .max(SUBMISSION_LIMITS.countriesMax, SUBMISSION_MESSAGES.countries),
  timeZone: timeZoneSchema,
  earlyEndsAt: deadline.optional(),
  regularEndsAt: deadline,
  lateEndsAt: deadline.optional(),
  categories: z
    .array(callCategorySchema)
    .min(1, SUBMISSION_MESSAGES.categories)
    .max(SUBMISSION_LIMITS.categoriesMax, SUBMISSION_MESSAGES.categories),
  questions: z.array(callQuestionSchema).max(SUBMISSION_LIMITS.questionsMax, SUBMISSION_MESSAGES.questions),
});
export type CallFields = z.output<typeof callFields>;

type Deadlines = Pick<CallFields, 'earlyEndsAt' | 'regularEndsAt' | 'lateEndsAt'>;

/** The rules between the fields of a call, each refused at its field. */
export function callRules<S extends z.ZodType<Deadlines & Pick<CallFields, 'categories'>>>(schema: S): S {
  return schema
    .refine(({ earlyEndsAt, regularEndsAt }) => !earlyEndsAt || earlyEndsAt < regularEndsAt, {
      ...{ path: ['earlyEndsAt'], message: SUBMISSION_MESSAGES.deadlineOrder },
    })
    .refine(({ lateEndsAt, regularEndsAt }) => !lateEndsAt || lateEndsAt > regularEndsAt, {
      ...{ path: ['lateEndsAt'], message: SUBMISSION_MESSAGES.deadlineOrder },
    })
    .refine(({ categories }) => new Set(categories.map(({ name }) => name.toLowerCase())).size === categories.length, {
      path: ['categories'],
      message: SUBMISSION_MESSAGES.categoryTwice,
    });
}

export const callSchema = callRules(callFields);

/** A waiver code as it is compared: in capital letters. */
export const waiverCode = oneLine()
  .overwrite((text) => text.toUpperCase())
  .regex(
    new RegExp(`^[A-Z0-9-]{${SUBMISSION_LIMITS.waiverCodeLengthMin},${SUBMISSION_LIMITS.waiverCodeLengthMax}}$`),
    SUBMISSION_MESSAGES.waiverCode,
  );

const whole = (min: number, max: number, message: string) => z.int(message).min(min, message).max(max, message);

/** What an organizer enters of a waiver. */
export const waiverSchema = z.object({
  code: waiverCode,
  percent: whole(1, 100, SUBMISSION_MESSAGES.waiverPercent),
  usesMax: whole(1, SUBMISSION_LIMITS.waiverUsesMax, SUBMISSION_MESSAGES.waiverUses),
});

/** What a maker chooses before the fee is known; '' for no code. */
export const submissionChoice = z.object({
  categoryId: z.string().min(1, SUBMISSION_MESSAGES.category),
  student: z.boolean(),
  waiverCode: z.union([z.literal(''), waiverCode]),
});

/** What a maker fills in. */
export const submissionSchema = submissionChoice.extend({
  filmId: z.string().min(1, SUBMISSION_MESSAGES.film),
  coverLetter: manyLines().max(SUBMISSION_LIMITS.coverLetterLengthMax, SUBMISSION_MESSAGES.coverLetter),
  answers: z
    .array(
      z.object({
        questionId: z.string().max(36),
        answer: manyLines().max(SUBMISSION_LIMITS.answerLengthMax, SUBMISSION_MESSAGES.answer),
      }),
    )
    .max(SUBMISSION_LIMITS.questionsMax, SUBMISSION_MESSAGES.questions),
});

/** Which deadline is the next at a moment; undefined once the last one is over. A deadline is over at its moment. */
export function deadlineAt({ earlyEndsAt, regularEndsAt, lateEndsAt }: EndTimes, now: Date): DeadlineName | undefined {
  if (earlyEndsAt && now < earlyEndsAt) return 'EARLY';
  if (now < regularEndsAt) return 'REGULAR';
  return lateEndsAt && now < lateEndsAt ? 'LATE' : undefined;
}
type EndTimes = { earlyEndsAt?: Date | null | undefined; regularEndsAt: Date; lateEndsAt?: Date | null | undefined };

/** The last of the deadlines. */
export const closesAt = ({ regularEndsAt, lateEndsAt }: EndTimes): Date => lateEndsAt ?? regularEndsAt;

/** What is left of a fee in cents with a waiver of some percent, rounded in the maker's favour. */
export const priceWith = (fee: bigint, percent: number): bigint => (fee * BigInt(100 - percent)) / 100n;

import { z } from 'zod';
import { manyLines, oneLine } from './plain-text.ts';
import { recipientIn, writtenRecipient } from './ticket-gifts.ts';

export const RUBRIC_SCALES = [5, 10] as const;
export const NOTES_AUDIENCES = ['NOBODY', 'MANAGERS', 'DESK'] as const;
export type NotesAudienceName = (typeof NOTES_AUDIENCES)[number];

/** Lengths in characters. */
export const JUDGING_LIMITS = {
  criteriaMax: 12,
  criterionLengthMin: 2,
  criterionLengthMax: 60,
  weightMax: 100,
  judgesMax: 100,
  /** Invitations to addresses, by one person. */
  mailsPerInviterADayMax: 50,
  /** More invitations to one mailbox wait without a mail. */
  mailsPerRecipientADayMax: 5,
  /** Of one person, the newest. */
  callsShownMax: 100,
  assignmentsMax: 500,
  atOnceMax: 100,
  perSubmissionMax: 10,
  noteLengthMax: 4_000,
  reasonLengthMax: 300,
  /** How long a film can be watched before its page is opened again. */
  screeningHours: 6,
  subjectLengthMin: 2,
  subjectLengthMax: 120,
  bodyLengthMin: 2,
  bodyLengthMax: 6_000,
  previewsMax: 20,
  sentAtOnceMax: 200,
} as const;

/** What directors and judges read. */
export const JUDGING_MESSAGES = {
  judgeNotFound: 'Judge Not Found',
  assignmentNotFound: 'Submission Not Found',
  judgeAlready: 'This person judges this call already, or is invited to.',
  recipient: 'Please choose somebody, or enter an email address.',
  either: 'Please invite somebody by their account or by an email address, not by both.',
  tooManyMails: 'You have sent many invitations by email today. Please try again tomorrow.',
  judgesFull: 'A call has at most 100 judges.',
  judgingOver: 'This submission is no longer judged.',
  conflictFound: 'You are part of this film, so that you cannot judge it.',
  criterionScored: 'Judges have scored by a criterion that you removed. It has to stay.',
  scaleScored: 'Judges have scored already, so that the scale stays as it is.',
  notAccepted: 'This person has not accepted yet.',
  scale: 'Please choose a scale to 5 or to 10.',
  criteria: 'Please enter 1 to 12 criteria.',
  criterion: 'Please enter a criterion of 2 to 60 characters.',
  weight: 'Please enter a weight from 1 to 100.',
  notesAudience: 'Please choose who reads the notes.',
  score: 'Please choose a score of the scale.',
  scoreMissing: 'Please give a score for every criterion.',
  note: 'A note has at most 4,000 characters.',
  reason: 'Please say why in at most 300 characters.',
  perSubmission: 'Please enter how many judges each film gets, from 1 to 10.',
  submissions: 'Please choose up to 100 submissions.',
  decision: 'Please choose a decision.',
  subject: 'Please enter a subject of 2 to 120 characters.',
  body: 'Please enter a text of 2 to 6,000 characters.',
  field: 'In curly brackets stand maker, film, category, festival or call. Please check the others.',
  noMail: 'Please write the mail of this decision first.',
  notEnded: 'This submission has ended already.',
  notSelected: 'Only selected films can be added to the programme.',
} as const;

/** Who is asked to judge: somebody by their account, or the owner of an address. */
export const invitedJudgeSchema = z
  .object({ callId: z.string(), personId: z.string(), ...writtenRecipient })
  .transform(({ callId, personId: accountId, ...written }, context) => {
    const recipient = recipientIn({ accountId, field: 'personId', written }, context, JUDGING_MESSAGES);
    return recipient ? { callId, recipient } : z.NEVER;
  });

const whole = (min: number, max: number, message: string) => z.int(message).min(min, message).max(max, message);

/** By what is judged. */
export const rubricSchema = z.object({
  scale: z.literal(RUBRIC_SCALES, JUDGING_MESSAGES.scale),
  criteria: z
    .array(
      z.object({
        /** '' for a new one. */
        id: z.string(),
        name: oneLine()
          .min(JUDGING_LIMITS.criterionLengthMin, JUDGING_MESSAGES.criterion)
          .max(JUDGING_LIMITS.criterionLengthMax, JUDGING_MESSAGES.criterion),
        weight: whole(1, JUDGING_LIMITS.weightMax, JUDGING_MESSAGES.weight),
      }),
    )
    .min(1, JUDGING_MESSAGES.criteria)
    .max(JUDGING_LIMITS.criteriaMax, JUDGING_MESSAGES.criteria),
  blind: z.boolean(),
  notesAudience: z.enum(NOTES_AUDIENCES, JUDGING_MESSAGES.notesAudience),
});
export type RubricFields = z.output<typeof rubricSchema>;

/** What a judge gives. */
export const scoreSheetSchema = z.object({
  scores: z
    .array(z.object({ criterionId: z.string(), score: whole(1, 10, JUDGING_MESSAGES.score) }))
    .max(JUDGING_LIMITS.criteriaMax, JUDGING_MESSAGES.score),
  note: manyLines().max(JUDGING_LIMITS.noteLengthMax, JUDGING_MESSAGES.note),
  done: z.boolean(),
});

export const conflictReason = oneLine()
  .min(1, JUDGING_MESSAGES.reason)
  .max(JUDGING_LIMITS.reasonLengthMax, JUDGING_MESSAGES.reason);

export const chosenSubmissions = z
  .array(z.string())
  .min(1, JUDGING_MESSAGES.submissions)
  .max(JUDGING_LIMITS.atOnceMax, JUDGING_MESSAGES.submissions);

export const perSubmission = whole(1, JUDGING_LIMITS.perSubmissionMax, JUDGING_MESSAGES.perSubmission);

/** What stands for a name in the mail of a decision. */
export const MERGE_FIELDS = ['maker', 'film', 'category', 'festival', 'call'] as const;
export type MergeFields = Record<(typeof MERGE_FIELDS)[number], string>;

const PLACE = /\{([^{}]*)\}/g;
const isKnown = (text: string) =>
  [...text.matchAll(PLACE)].every(([, name]) => (MERGE_FIELDS as readonly string[]).includes(name ?? ''));

/** A text with its names in their places. */
export const merged = (text: string, fields: MergeFields): string =>
  text.replaceAll(PLACE, (place, name: keyof MergeFields) => fields[name] ?? place);

/** The mail of a decision, as its organization writes it. */
export const decisionMailSchema = z.object({
  subject: oneLine()
    .min(JUDGING_LIMITS.subjectLengthMin, JUDGING_MESSAGES.subject)
    .max(JUDGING_LIMITS.subjectLengthMax, JUDGING_MESSAGES.subject)
    .refine(isKnown, JUDGING_MESSAGES.field),
  body: manyLines()
    .min(JUDGING_LIMITS.bodyLengthMin, JUDGING_MESSAGES.body)
    .max(JUDGING_LIMITS.bodyLengthMax, JUDGING_MESSAGES.body)
    .refine(isKnown, JUDGING_MESSAGES.field),
});

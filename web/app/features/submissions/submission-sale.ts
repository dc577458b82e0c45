import { type Submission, SubmissionService } from '@marquee/contracts/festival/v1/submissions_pb';
import { client } from '../../api/browser/client.ts';
import type { Sale } from '../checkout/sale.ts';

/** What a maker submits, and the fee that they were shown in cents. */
export type SubmissionChoice = {
  callId: string;
  categoryId: string;
  filmId: string;
  student: boolean;
  waiverCode: string;
  coverLetter: string;
  answers: { questionId: string; answer: string }[];
  price: bigint;
};

/** A place in a call as something that is bought. */
export function submissionSale({ price, ...choice }: SubmissionChoice): Sale<Submission> {
  const submissions = () => client(SubmissionService);
  return {
    key: `${choice.categoryId} ${choice.filmId}`,
    price,
    open: async (submissionId, asked) =>
      (await submissions().openSubmission({ submissionId, ...choice, price: asked })).submission,
    get: async (submissionId) => (await submissions().getSubmission({ submissionId })).submission,
    confirm: async (submissionId, card) =>
      (await submissions().confirmTestSubmissionPayment({ submissionId, ...card })).submission,
    answer: async (submissionId, approved) =>
      (await submissions().answerTestSubmissionChallenge({ submissionId, approved })).submission,
  };
}

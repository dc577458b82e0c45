import type { SubmissionAnswer } from '@marquee/contracts/festival/v1/submissions_pb';
import { _ } from '../../language/words.ts';
import { Section } from '../../ui/section.tsx';

/** What a maker wrote with a film: the letter, and answers to the questions of the call. */
export function SubmittedTexts({
  coverLetter,
  answers,
}: {
  coverLetter: string;
  answers: readonly SubmissionAnswer[];
}) {
  return (
    <>
      {coverLetter ? (
        <Section title={_('Cover letter')}>
          <p className="wrap-anywhere whitespace-pre-line">{coverLetter}</p>
        </Section>
      ) : null}
      {answers.length > 0 ? (
        <dl className="grid gap-3">
          {answers.map(({ questionId, question, answer }) => (
            <div key={questionId} className="grid gap-1">
              <dt className="text-ink-muted text-small">{question}</dt>
              <dd className="wrap-anywhere whitespace-pre-line">{answer || '–'}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </>
  );
}

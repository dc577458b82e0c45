import { merged } from '@marquee/rules/judging';
import type { ShownCall } from '../calls/calls.ts';
import type { DecisionMail, Recipient } from './decision-mails.ts';

/** The mail of a decision as its recipient reads it. */
export function mergeMail(
  { subject, body }: Pick<DecisionMail, 'subject' | 'body'>,
  { festivalName: festival, title: call }: ShownCall,
  { makerName: maker, filmTitle: film, categoryName: category }: Recipient,
): { subject: string; body: string } {
  const fields = { maker, film, category, festival, call };
  return { subject: merged(subject, fields), body: merged(body, fields) };
}

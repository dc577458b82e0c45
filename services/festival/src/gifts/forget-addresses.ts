import { every } from '@marquee/data/every';
import type { Loop } from '@marquee/service/define-service';
import * as judgeMails from '../judging/judge-mails.ts';
import * as judges from '../judging/judges.ts';
import type { FestivalResources } from '../resources.ts';
import * as gifts from './ticket-gifts.ts';

const FORGET_EVERY_MS = 3_600_000;

/** As long as the bus keeps the event: after that no mail is sent. */
const ADDRESS_KEPT_MS = 14 * 86_400_000;

/** Forgets the addresses of gifts and of invitations to judge that no mail needs any more, and who never answered one. */
export const startForgetting = ({ db, clock, log }: FestivalResources): Loop =>
  every(FORGET_EVERY_MS, () => forgetAddresses(db, clock.now()), { name: 'addresses of gifts', log });

export async function forgetAddresses(db: FestivalResources['db'], now: Date): Promise<void> {
  const before = new Date(now.getTime() - ADDRESS_KEPT_MS);
  await gifts.forgetAddresses(db, before);
  await judges.forgetAddresses(db, before);
  await judges.removeUnanswered(db, now);
  await judgeMails.prune(db, now);
}

import { PLAN_MESSAGES } from '@marquee/rules/plans';
import { DomainError } from '@marquee/runtime/errors';

const refused = (reason: string, message: string, metadata?: Record<string, string>) =>
  new DomainError({ kind: 'FAILED_PRECONDITION', reason, message, ...(metadata && { metadata }) });

/** Nobody can pay here, or staff have stopped selling plans. */
export const plansUnavailable = () => refused('PLANS_UNAVAILABLE', PLAN_MESSAGES.unavailable);
export const cardNeeded = () => refused('CARD_NEEDED', PLAN_MESSAGES.cardNeeded);
/** The price is not the one that the buyer was shown: they confirm the new one. */
export const planPriceChanged = (price: bigint) =>
  refused('PLAN_PRICE_CHANGED', PLAN_MESSAGES.priceChanged, { price: String(price) });
export const alreadySubscribed = () => refused('ALREADY_SUBSCRIBED', PLAN_MESSAGES.alreadySubscribed);
export const notSubscribed = () => refused('NOT_SUBSCRIBED', PLAN_MESSAGES.notSubscribed);
export const samePlan = () => refused('SAME_PLAN', PLAN_MESSAGES.samePlan);
export const planPastDue = () => refused('PLAN_PAST_DUE', PLAN_MESSAGES.pastDue);
/** Staff give nothing to somebody who pays. */
export const paysForPlan = () => refused('USER_PAYS_FOR_PLAN', PLAN_MESSAGES.paysForPlan);
export const noPlanToEnd = () => refused('NO_PLAN_TO_END', PLAN_MESSAGES.noPlan);

import { PlanBackOfficeService, PlanFactsService, PlanService } from '@marquee/contracts/identity/v1/plans_pb';
import { differencesMessage } from '@marquee/payments/difference-message';
import * as differences from '@marquee/payments/differences';
import { paymentEventSchema } from '@marquee/payments/payment-event-schema';
import { rpc } from '@marquee/service/rpc';
import { noInput, read, write, writeWithoutTransaction } from '@marquee/service/use-case';
import { accountIdSchema } from '../back-office/get-user.ts';
import type { IdentityResources } from '../resources.ts';
import { cancelPlan, chooseFreePlan, endDeadRenewal, keepPlan, lookForCard } from './cancel-plan.ts';
import { changePlan, changePlanSchema, quotePlanChange } from './change-plan.ts';
import { getPlanFacts, getPlans, getUserSubscription } from './get-plans.ts';
import { endPlan, endPlanSchema, grantPlan, grantPlanSchema } from './grant-plan.ts';
import {
  answerTestPlanChallenge,
  answerTestPlanChallengeSchema,
  getPlanOrder,
  listPlanOrders,
  listPlanOrdersSchema,
  listUserPlanOrders,
  listUserPlanOrdersSchema,
  orderIdSchema,
  payPlanOrder,
  payPlanOrderSchema,
} from './own-plan-orders.ts';
import {
  choiceInput,
  grantInput,
  onePlanOrderMessage,
  oneSubscriptionMessage,
  planOrdersMessage,
  plansMessage,
  quoteMessage,
  refundedMessage,
  subscribedMessage,
  subscriptionMessage,
} from './plan-message.ts';
import { receivePlanPaymentEvent } from './receive-plan-payment-event.ts';
import { refundOwedPlan, refundOwedPlanSchema } from './refund-owed-plan.ts';
import { refundPlanOrder, refundPlanOrderSchema, sendPlanRefund } from './refund-plan-order.ts';
import { choiceSchema, startPlan, startPlanSchema } from './start-plan.ts';

/** Those without a transaction call the payment provider between theirs, and are repeated by the order's id. */
export const planRpc = rpc<IdentityResources>()(PlanService, {
  getPlans: read(noInput, getPlans, plansMessage),
  startPlan: writeWithoutTransaction(startPlanSchema, startPlan, subscribedMessage, { from: choiceInput }),
  quotePlanChange: read(choiceSchema, quotePlanChange, quoteMessage, { from: choiceInput }),
  changePlan: writeWithoutTransaction(changePlanSchema, changePlan, subscribedMessage, { from: choiceInput }),
  cancelPlan: write(noInput, cancelPlan, oneSubscriptionMessage, { after: endDeadRenewal }),
  keepPlan: write(noInput, keepPlan, oneSubscriptionMessage, { before: lookForCard }),
  chooseFreePlan: write(noInput, chooseFreePlan, oneSubscriptionMessage),
  payPlanOrder: writeWithoutTransaction(payPlanOrderSchema, payPlanOrder, onePlanOrderMessage),
  getPlanOrder: writeWithoutTransaction(orderIdSchema, getPlanOrder, onePlanOrderMessage),
  answerTestPlanChallenge: writeWithoutTransaction(
    answerTestPlanChallengeSchema,
    answerTestPlanChallenge,
    onePlanOrderMessage,
  ),
  listPlanOrders: read(listPlanOrdersSchema, listPlanOrders, planOrdersMessage),
  receivePlanPaymentEvent: writeWithoutTransaction(paymentEventSchema, receivePlanPaymentEvent),
});

/** What staff see and do of the plans of others. */
export const planBackOfficeRpc = rpc<IdentityResources>()(PlanBackOfficeService, {
  getUserSubscription: read(accountIdSchema, getUserSubscription, oneSubscriptionMessage),
  listUserPlanOrders: read(listUserPlanOrdersSchema, listUserPlanOrders, planOrdersMessage),
  listPlanPaymentDifferences: read(noInput, differences.list, differencesMessage),
  grantPlan: write(grantPlanSchema, grantPlan, oneSubscriptionMessage, { from: grantInput }),
  endPlan: write(endPlanSchema, endPlan, oneSubscriptionMessage, { after: endDeadRenewal }),
  refundPlanOrder: write(refundPlanOrderSchema, refundPlanOrder, refundedMessage, {
    async after(resources, refunded, _context, _before, answer) {
      const view = await sendPlanRefund(resources, answer.order?.id ?? '', refunded?.ended);
      return view ? onePlanOrderMessage(view) : {};
    },
  }),
  refundOwedPlan: write(refundOwedPlanSchema, refundOwedPlan, ({ id, owed }) => ({ order: { id, owed } }), {
    async after(resources, _result, _context, _before, answer) {
      const view = await sendPlanRefund(resources, answer.order?.id ?? '', undefined);
      return view ? onePlanOrderMessage(view) : {};
    },
  }),
});

/** What other services ask about plans. */
export const planFactsRpc = rpc<IdentityResources>()(PlanFactsService, {
  getPlanFacts: read(accountIdSchema, getPlanFacts, ({ enabled, view }) => ({
    enabled,
    subscription: subscriptionMessage(view),
  })),
});

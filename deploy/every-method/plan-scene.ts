import { TicketCheckoutService } from '@marquee/contracts/festival/v1/tickets_pb';
import { CheckoutService } from '@marquee/contracts/film/v1/checkout_pb';
import { SubscriptionType } from '@marquee/contracts/identity/v1/account_pb';
import { PaymentMethodService } from '@marquee/contracts/identity/v1/payment_methods_pb';
import {
  BillingInterval,
  PlanBackOfficeService,
  type PlanOrder,
  PlanService,
} from '@marquee/contracts/identity/v1/plans_pb';
import { newId } from '@marquee/data/ids';
import { viewers } from '@marquee/testing/viewers';
import { ask, type Values } from './call.ts';
import type { RequestEntries } from './request-entries.ts';
import { serviceNamed } from './running-services.ts';
import type { Scene } from './scene.ts';
import { signedPaymentEvent } from './signed-payment-event.ts';

const PRO = { plan: SubscriptionType.PRO, interval: BillingInterval.MONTHLY };
const PREMIUM = { plan: SubscriptionType.PREMIUM, interval: BillingInterval.MONTHLY };
const PRO_PRICE = 1_299n;
const AMOUNT_MAX = 9_999n;
const PAYS = '4242424242424242';
const ASKS = '4000002760003184';
const DECLINES = '4000000000000341';
const card = (number: string) => ({ number, expiry: '12/34', securityCode: '123' });

async function startSetup(scene: Scene): Promise<{ setupId: string }> {
  const setupId = newId();
  await ask(PaymentMethodService.method.startCardSetup, scene.calling(), { setupId });
  return { setupId };
}

async function askedSetup(scene: Scene): Promise<{ setupId: string }> {
  const setup = await startSetup(scene);
  await ask(PaymentMethodService.method.confirmTestCardSetup, scene.calling(), { ...setup, ...card(ASKS) });
  return setup;
}

/** The caller has saved a card, and their bank knows it. */
async function savedCard(scene: Scene, number = PAYS): Promise<{ methodId: string }> {
  const setup = await startSetup(scene);
  const { confirmTestCardSetup, answerTestCardChallenge, listPaymentMethods } = PaymentMethodService.method;
  await ask(confirmTestCardSetup, scene.calling(), { ...setup, ...card(number) });
  await ask(answerTestCardChallenge, scene.calling(), { ...setup, approved: true });
  const { message } = await ask(listPaymentMethods, scene.calling(), {});
  return { methodId: (message as unknown as { methods: { id: string }[] }).methods[0]?.id ?? '' };
}

async function subscribe(scene: Scene): Promise<PlanOrder | undefined> {
  const request = { ...PRO, orderId: newId(), price: PRO_PRICE };
  const { message } = await ask(PlanService.method.startPlan, scene.calling(), request);
  return (message as unknown as { order?: PlanOrder }).order;
}

/** The caller has a plan, in its trial. */
async function running(scene: Scene): Promise<Values> {
  await savedCard(scene);
  await subscribe(scene);
  return {};
}

/** An order of the caller, who had their trial, by a card that does not pay at once. */
async function openOrder(scene: Scene, number: string): Promise<{ orderId: string }> {
  await savedCard(scene, number);
  const accountId = scene.callerId();
  const text = `INSERT INTO subscriptions (account_id, id, state, trial_used_at, created_at)
    VALUES ($1, $2, 'NONE', now(), now())`;
  await serviceNamed('identity').platform.db.query(text, [accountId, newId()]);
  return { orderId: (await subscribe(scene))?.id ?? '' };
}

/** A change of the caller's plan, which runs, by a card that does not pay. */
async function openChange(scene: Scene): Promise<Values> {
  await savedCard(scene, DECLINES);
  await subscribe(scene);
  const text = `UPDATE subscriptions SET state = 'ACTIVE', anchor_at = now(), periods = 1, period_start = now(),
    period_end = now() + interval '1 month', due_at = now() + interval '1 month' WHERE account_id = $1`;
  await serviceNamed('identity').platform.db.query(text, [scene.callerId()]);
  const request = { ...PREMIUM, orderId: newId(), amount: AMOUNT_MAX };
  await ask(PlanService.method.changePlan, scene.calling(), request);
  return request;
}

/** The account of the scene has a plan that staff gave. */
async function granted(scene: Scene): Promise<Values> {
  const accountId = (await scene.account()).id;
  const request = {
    requestId: crypto.randomUUID(),
    accountId,
    plan: SubscriptionType.PRO,
    months: 1,
    reason: 'a scene',
  };
  await ask(PlanBackOfficeService.method.grantPlan, { viewer: viewers.staff() }, request);
  return { accountId };
}

const ofAccount = async (scene: Scene) => ({ accountId: (await scene.account()).id });

/** The caller has paid for a plan. */
async function paidPlan(scene: Scene): Promise<{ orderId: string }> {
  return openOrder(scene, PAYS);
}

/** Somebody has paid for a plan, who is not the caller. */
async function paidOfUser(scene: Scene): Promise<{ orderId: string }> {
  const { accountId } = await ofAccount(scene);
  const viewer = viewers.movieLover({ accountId });
  const calling = { ...scene, calling: () => ({ viewer }), callerId: () => accountId };
  return openOrder(calling, PAYS);
}

/** A refund of that failed after it had succeeded. */
async function owedOfUser(scene: Scene): Promise<{ orderId: string }> {
  const { orderId } = await paidOfUser(scene);
  const text = "UPDATE orders SET state = 'REFUNDED', owed = amount WHERE id = $1";
  await serviceNamed('identity').platform.db.query(text, [orderId]);
  return { orderId };
}

/** The caller has paid for a film, which is sold while it can be seen. */
async function paidFilm(scene: Scene): Promise<{ orderId: string }> {
  await scene.publish();
  const orderId = await scene.order();
  await ask(CheckoutService.method.confirmTestPayment, scene.calling(), { orderId, ...card(PAYS) });
  return { orderId };
}

/** The caller has paid for tickets. */
async function paidTickets(scene: Scene): Promise<{ orderId: string }> {
  const orderId = await scene.ticketOrder();
  await ask(TicketCheckoutService.method.confirmTestTicketPayment, scene.calling(), { orderId, ...card(PAYS) });
  return { orderId };
}

/** What the names of its fields do not say of a valid request about plans and cards. */
export const planRequests: RequestEntries = {
  'identity.v1.PlanService/StartPlan': {
    why: 'a card has to be saved, and the price is that of the plan; its order is known, so that nobody else has it',
    values: async (scene) => ({ ...PRO, ...(await openOrder(scene, DECLINES)), price: PRO_PRICE }),
  },
  'identity.v1.PlanService/QuotePlanChange': {
    why: 'there is a plan that can be changed',
    values: async (scene) => ({ ...(await running(scene)), ...PREMIUM }),
  },
  'identity.v1.PlanService/ChangePlan': {
    why: 'there is a plan that can be changed, and the order of the change',
    values: openChange,
  },
  'identity.v1.PlanService/CancelPlan': { why: 'there is a plan', values: running },
  'identity.v1.PlanService/KeepPlan': {
    why: 'there is a plan that was cancelled',
    values: async (scene) => {
      await running(scene);
      await ask(PlanService.method.cancelPlan, scene.calling(), {});
      return {};
    },
  },
  'identity.v1.PlanService/PayPlanOrder': {
    why: 'the order waits for a card',
    values: async (scene) => ({ ...(await openOrder(scene, DECLINES)), attemptId: newId() }),
  },
  'identity.v1.PlanService/GetPlanOrder': {
    why: 'the order is of a plan',
    values: (scene) => openOrder(scene, DECLINES),
  },
  'identity.v1.PlanService/AnswerTestPlanChallenge': {
    why: 'the bank has to ask',
    values: (scene) => openOrder(scene, ASKS),
  },
  'identity.v1.PlanService/ReceivePlanPaymentEvent': {
    why: 'the payment provider has to sign it',
    values: signedPaymentEvent,
  },
  'identity.v1.PlanBackOfficeService/GrantPlan': {
    why: 'a plan that costs money is given for some months',
    values: async (scene) => ({ ...(await ofAccount(scene)), plan: SubscriptionType.PRO, months: 2 }),
  },
  'identity.v1.PlanBackOfficeService/RefundPlanOrder': { why: 'the order is paid', values: paidOfUser },
  'identity.v1.PlanBackOfficeService/RefundOwedPlan': { why: 'something of the order is owed', values: owedOfUser },
  'identity.v1.PlanBackOfficeService/EndPlan': { why: 'the user has a plan', values: granted },
  'identity.v1.PaymentCustomerService/GetPaymentCustomer': { why: 'the account exists', values: ofAccount },
  'identity.v1.PaymentCustomerService/GetSavedCard': {
    why: 'the account exists, and an id of a card is any text',
    values: async (scene) => ({ ...(await ofAccount(scene)), methodId: 'pm_test_none' }),
  },
  'identity.v1.PaymentCustomerService/KeepTestCard': {
    why: 'it is a test card of an account that exists',
    values: async (scene) => ({ ...(await ofAccount(scene)), setupId: newId(), number: PAYS, expiry: '12/34' }),
  },
  'film.v1.CheckoutService/PayOrderWithCard': {
    why: 'the client makes the id of an attempt, and an order that is paid needs no card',
    values: async (scene) => ({ ...(await paidFilm(scene)), attemptId: newId(), methodId: 'pm_test_none' }),
  },
  'film.v1.CheckoutService/SaveCardOfOrder': {
    why: 'only who has an account saves a card',
    values: async (scene) => ({ orderId: await scene.order(), save: false }),
  },
  'festival.v1.TicketCheckoutService/PayTicketOrderWithCard': {
    why: 'the client makes the id of an attempt, and an order that is paid needs no card',
    values: async (scene) => ({ ...(await paidTickets(scene)), attemptId: newId(), methodId: 'pm_test_none' }),
  },
  'festival.v1.TicketCheckoutService/SaveCardOfTicketOrder': {
    why: 'only who has an account saves a card',
    values: async (scene) => ({ orderId: await scene.ticketOrder(), save: false }),
  },
  'identity.v1.PlanReceiptService/GetPlanReceipt': { why: 'the order is paid', values: paidPlan },
  'film.v1.ReceiptService/GetReceipt': { why: 'the order is paid', values: paidFilm },
  'festival.v1.TicketReceiptService/GetTicketReceipt': { why: 'the order is paid', values: paidTickets },
  'notification.v1.PrintService/PrintDocument': {
    why: 'a row has as many cells as its table has columns',
    values: async () => ({
      ...{ language: 'en', title: 'A receipt', lines: ['A line'] },
      tables: [{ headings: ['What', 'Amount'], rows: [{ cells: ['What', '$1.00'], strong: false }] }],
    }),
  },
  'identity.v1.PaymentMethodService/StartCardSetup': {
    why: 'the client makes the id, and it is known, so that nobody else has it',
    values: startSetup,
  },
  'identity.v1.PaymentMethodService/GetCardSetup': { why: 'the setup was begun', values: startSetup },
  'identity.v1.PaymentMethodService/ConfirmTestCardSetup': {
    why: 'a card is entered for a setup that was begun',
    values: async (scene) => ({ ...(await startSetup(scene)), ...card(PAYS) }),
  },
  'identity.v1.PaymentMethodService/AnswerTestCardChallenge': {
    why: 'the bank has to ask',
    values: askedSetup,
  },
  'identity.v1.PaymentMethodService/SetDefaultPaymentMethod': {
    why: 'the card was saved',
    values: (scene) => savedCard(scene),
  },
  'identity.v1.PaymentMethodService/RemovePaymentMethod': {
    why: 'the card was saved',
    values: (scene) => savedCard(scene),
  },
};

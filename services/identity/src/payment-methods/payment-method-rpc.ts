import { CardSetupStep, PaymentMethodService } from '@marquee/contracts/identity/v1/payment_methods_pb';
import { browserPayment } from '@marquee/payments/browser-payment';
import type { CardSetup } from '@marquee/payments/payment-provider';
import { declineMessage } from '@marquee/rules/payments';
import { rpc } from '@marquee/service/rpc';
import { noInput, writeWithoutTransaction } from '@marquee/service/use-case';
import type { IdentityResources } from '../resources.ts';
import { listPaymentMethods, methodIdSchema, type OwnMethod, removeMethod, setDefaultMethod } from './own-methods.ts';
import {
  answerTestCardChallenge,
  answerTestCardChallengeSchema,
  confirmTestCardSetup,
  confirmTestCardSetupSchema,
  getCardSetup,
  type OwnSetup,
  setupIdSchema,
  startCardSetup,
  startCardSetupSchema,
} from './set-up-card.ts';

const STEPS = {
  NEEDS_CARD: CardSetupStep.CARD,
  NEEDS_ACTION: CardSetupStep.CHALLENGE,
  PROCESSING: CardSetupStep.WAIT,
  SUCCEEDED: CardSetupStep.SAVED,
  CANCELLED: CardSetupStep.ENDED,
} as const satisfies Record<CardSetup['status'], CardSetupStep>;

const setupMessage = ({ setupId: id, decline, ...setup }: OwnSetup) => ({
  setup: {
    ...{ id, step: STEPS[setup.status], declineMessage: decline === '' ? '' : declineMessage(decline) },
    stripe: browserPayment(setup),
  },
});
const methodsMessage = (methods: OwnMethod[]) => ({
  methods: methods.map(({ id, brand, last4, expiryMonth, expiryYear, isDefault }) => ({
    ...{ id, brand, last4, expiryMonth, expiryYear, isDefault },
  })),
});

/** Each of these asks the payment provider, which keeps the cards. */
export const paymentMethodRpc = rpc<IdentityResources>()(PaymentMethodService, {
  listPaymentMethods: writeWithoutTransaction(noInput, listPaymentMethods, methodsMessage),
  startCardSetup: writeWithoutTransaction(startCardSetupSchema, startCardSetup, setupMessage),
  getCardSetup: writeWithoutTransaction(setupIdSchema, getCardSetup, setupMessage),
  confirmTestCardSetup: writeWithoutTransaction(confirmTestCardSetupSchema, confirmTestCardSetup, setupMessage),
  answerTestCardChallenge: writeWithoutTransaction(
    answerTestCardChallengeSchema,
    answerTestCardChallenge,
    setupMessage,
  ),
  setDefaultPaymentMethod: writeWithoutTransaction(methodIdSchema, setDefaultMethod, methodsMessage),
  removePaymentMethod: writeWithoutTransaction(methodIdSchema, removeMethod, methodsMessage),
});

import { METHODS_MAX, type SavedMethod } from '@marquee/payments/payment-provider';
import { asking } from '@marquee/payments/saved-cards';
import { PLAN_MESSAGES } from '@marquee/rules/plans';
import { DomainError } from '@marquee/runtime/errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireSales } from '../plans/sales.ts';
import * as subscriptions from '../plans/subscriptions.ts';
import { isRunning } from '../plans/subscriptions.ts';
import type { IdentityResources } from '../resources.ts';
import * as customers from './customers.ts';

export const methodIdSchema = z.object({ methodId: z.string().min(1).max(200) });
type MethodId = z.output<typeof methodIdSchema>;
export type OwnMethod = SavedMethod & { isDefault: boolean };

/** The cards that the viewer has saved, newest first [SET-11:methods]. */
export async function listPaymentMethods(
  resources: IdentityResources,
  { accountId }: AccountViewer,
): Promise<OwnMethod[]> {
  const { provider } = requireSales(resources).desk;
  const customer = await customers.find(resources.db, accountId, provider.name);
  if (!customer) return [];
  const methods = await asking(() => provider.listMethods(customer.customerId));
  const defaultId = await adopt(resources.db, customer, methods);
  return methods.map((method) => ({ ...method, isDefault: method.id === defaultId }));
}

/**
 * Gives the default. A card that was saved while something else was bought takes the place of none, and of one that is gone: a
 * list at the moment of a removal may have taken the removed one.
 */
async function adopt(
  db: IdentityResources['db'],
  { accountId, provider, defaultMethodId: from }: customers.Customer,
  methods: readonly SavedMethod[],
): Promise<string> {
  // More than are listed may be kept.
  const isKnown = methods.some(({ id }) => id === from) || (from !== '' && methods.length >= METHODS_MAX);
  const methodId = isKnown ? from : (methods[0]?.id ?? '');
  if (methodId === from || (await customers.setDefault(db, { accountId, methodId }, { from }))) return methodId;
  // Somebody else was quicker.
  return (await customers.find(db, accountId, provider))?.defaultMethodId ?? '';
}

/** What plans renew with from now on; a renewal that was declined is tried again with it [SET-11:methods]. */
export async function setDefaultMethod(
  resources: IdentityResources,
  viewer: AccountViewer,
  { methodId }: MethodId,
): Promise<OwnMethod[]> {
  const { accountId } = viewer;
  const methods = await listPaymentMethods(resources, viewer);
  if (!methods.some(({ id }) => id === methodId)) throw methodNotFound();
  await customers.setDefault(resources.db, { accountId, methodId });
  await subscriptions.hurry(resources.db, accountId, resources.clock.now());
  return methods.map((method) => ({ ...method, isDefault: method.id === methodId }));
}

/** Forgets a card. The newest of the others is the default in its place [SET-11:methods]. */
export async function removeMethod(
  resources: IdentityResources,
  viewer: AccountViewer,
  { methodId }: MethodId,
): Promise<OwnMethod[]> {
  const { db } = resources;
  const { accountId } = viewer;
  const { provider } = requireSales(resources).desk;
  const methods = await listPaymentMethods(resources, viewer);
  const removed = methods.find(({ id }) => id === methodId);
  // A repeated request finds it gone.
  if (!removed) return methods;
  const rest = methods.filter(({ id }) => id !== methodId);
  const subscription = await subscriptions.find(db, accountId);
  const renews = isRunning(subscription) && !subscription.endsAtPeriodEnd && !subscription.isGranted;
  if (renews && rest.length === 0) throw lastCard();
  const next = removed.isDefault ? rest[0] : rest.find(({ isDefault }) => isDefault);
  if (removed.isDefault) await customers.setDefault(db, { accountId, methodId: next?.id ?? '' });
  await asking(() => provider.removeMethod({ customerId: removed.customerId, methodId }));
  return rest.map((method) => ({ ...method, isDefault: method.id === next?.id }));
}

function methodNotFound(): DomainError {
  const message = PLAN_MESSAGES.methodNotFound;
  return new DomainError({ kind: 'NOT_FOUND', reason: 'PAYMENT_METHOD_NOT_FOUND', message });
}

function lastCard(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'LAST_CARD', message: PLAN_MESSAGES.lastCard });
}

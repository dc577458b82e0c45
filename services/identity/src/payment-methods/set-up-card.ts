import { isId } from '@marquee/data/ids';
import type { CardSetup } from '@marquee/payments/payment-provider';
import { asking } from '@marquee/payments/saved-cards';
import { testCardSchema } from '@marquee/rules/payments';
import { PLAN_MESSAGES } from '@marquee/rules/plans';
import { DomainError } from '@marquee/runtime/errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { plansUnavailable } from '../plans/plan-errors.ts';
import { requireSales } from '../plans/sales.ts';
import type { IdentityResources } from '../resources.ts';
import * as cardSetups from './card-setups.ts';
import * as customers from './customers.ts';
import { customerOf } from './payment-customer.ts';

export const startCardSetupSchema = z.object({ setupId: z.string().refine(isId, PLAN_MESSAGES.setupNotFound) });
export const setupIdSchema = z.object({ setupId: z.string() });
export const confirmTestCardSetupSchema = setupIdSchema.extend(testCardSchema.shape);
export const answerTestCardChallengeSchema = setupIdSchema.extend({ approved: z.boolean() });

/** How saving a card stands, by the client's id of it. */
export type OwnSetup = CardSetup & { setupId: string };

/** Begins to save a card; one that was begun before is given as it stands now [SET-11:methods]. */
export async function startCardSetup(
  resources: IdentityResources,
  viewer: AccountViewer,
  { setupId }: z.output<typeof startCardSetupSchema>,
): Promise<OwnSetup> {
  const { db, clock } = resources;
  const { provider } = requireSales(resources).desk;
  const known = await cardSetups.find(db, setupId);
  if (known) return getCardSetup(resources, viewer, { setupId });
  const { accountId } = viewer;
  const customerId = await customerOf(resources, accountId);
  const setup = await asking(() => provider.createSetup({ id: setupId, customerId }));
  await cardSetups.keep(db, { id: setupId, accountId, providerId: setup.id }, clock.now());
  return { ...setup, setupId };
}

/** How it went, as the provider says. The first card that is saved is the default [SET-11:methods]. */
export async function getCardSetup(
  resources: IdentityResources,
  viewer: AccountViewer,
  { setupId }: z.output<typeof setupIdSchema>,
): Promise<OwnSetup> {
  const { providerId } = await requireOwnSetup(resources, viewer, setupId);
  const { provider } = requireSales(resources).desk;
  const setup = await asking(() => provider.getSetup(providerId));
  if (setup.method) {
    const { accountId } = viewer;
    await customers.setDefault(resources.db, { accountId, methodId: setup.method.id }, { from: '' });
  }
  return { ...setup, setupId };
}

/** Enters a card at the test provider, as the browser does at another one by itself. */
export async function confirmTestCardSetup(
  resources: IdentityResources,
  viewer: AccountViewer,
  { setupId, number, expiry }: z.output<typeof confirmTestCardSetupSchema>,
): Promise<OwnSetup> {
  const { test, clientSecret } = await atTestProvider(resources, viewer, setupId);
  await test.confirmSetup(clientSecret, { number, expiry });
  return getCardSetup(resources, viewer, { setupId });
}

/** Answers the test provider's question whether the card is really the viewer's. */
export async function answerTestCardChallenge(
  resources: IdentityResources,
  viewer: AccountViewer,
  { setupId, approved }: z.output<typeof answerTestCardChallengeSchema>,
): Promise<OwnSetup> {
  const { test, clientSecret } = await atTestProvider(resources, viewer, setupId);
  await test.answerSetupChallenge(clientSecret, approved);
  return getCardSetup(resources, viewer, { setupId });
}

async function atTestProvider(resources: IdentityResources, viewer: AccountViewer, setupId: string) {
  const { test } = requireSales(resources);
  if (!test) throw plansUnavailable();
  const { providerId } = await requireOwnSetup(resources, viewer, setupId);
  return { test, clientSecret: (await test.getSetup(providerId)).clientSecret };
}

/** @throws DomainError NOT_FOUND, CARD_SETUP_NOT_FOUND for somebody else's as for one that does not exist */
async function requireOwnSetup(
  { db }: IdentityResources,
  { accountId }: AccountViewer,
  setupId: string,
): Promise<cardSetups.Setup> {
  const setup = isId(setupId) ? await cardSetups.find(db, setupId) : undefined;
  if (setup?.accountId !== accountId) throw setupNotFound();
  return setup;
}

function setupNotFound(): DomainError {
  const message = PLAN_MESSAGES.setupNotFound;
  return new DomainError({ kind: 'NOT_FOUND', reason: 'CARD_SETUP_NOT_FOUND', message });
}

import { METHODS_MAX, type SavedMethod } from '@marquee/payments/payment-provider';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { viewers } from '@marquee/testing/viewers';
import type { IdentityResources } from '../resources.ts';
import { forgetCustomer } from './forget-customer.ts';
import { keepTestCard } from './keep-test-card.ts';
import { listPaymentMethods, removeMethod, setDefaultMethod } from './own-methods.ts';
import { getPaymentCustomer } from './payment-customer.ts';

const viewer = viewers.movieLover();
const card = (id: string) => ({ id, customerId: 'cus' }) as SavedMethod;

/** Somebody with these cards at the provider, of whom one is the default, and what was sent. */
function person({
  cards = [] as string[],
  defaultId = '',
  subscription = undefined as object | undefined,
  account = {} as object,
  /** Somebody else makes this one the default first. */
  quicker = undefined as string | undefined,
}) {
  const sent: string[] = [];
  let kept = defaultId;
  const query = async ({ name, text = '', values }: { name?: string; text?: string; values: unknown[] }) => {
    if (name === 'customers.find') {
      return [{ accountId: viewer.accountId, provider: 'test', customerId: 'cus', defaultMethodId: kept }];
    }
    if (name === 'subscriptions.find') return subscription ? [subscription] : [];
    if (name === 'customers.default') {
      if (quicker !== undefined && values[2] !== null) {
        kept = quicker;
        return [];
      }
      kept = values[1] as string;
      sent.push(`default ${kept}`);
      return [{}];
    }
    if (text.includes('subscriptions')) sent.push('hurry');
    return [];
  };
  const provider = {
    name: 'test',
    listMethods: async () => cards.map(card),
    removeMethod: async ({ methodId }: { methodId: string }) => void sent.push(`remove ${methodId}`),
    removeCustomer: async (customerId: string) => void sent.push(`forget ${customerId}`),
  };
  const resources = {
    db: {
      query: (one: string | { name: string }, values: unknown[]) =>
        query(typeof one === 'string' ? { text: one, values } : (one as never)),
    },
    sales: { desk: { provider }, test: undefined },
    prisma: { account: { findUnique: async () => account } },
    clock: fixedClock('2026-11-20T12:00:00.000Z'),
  } as unknown as IdentityResources;
  return { resources, sent };
}
const defaultOf = async (of: Parameters<typeof person>[0]) => {
  const { resources, sent } = person(of);
  const methods = await listPaymentMethods(resources, viewer);
  return [methods.find(({ isDefault }) => isDefault)?.id, sent];
};

test('the default stays while it is there, and the newest card takes the place of one that is gone', async () => {
  expect(await defaultOf({ cards: ['new', 'old'], defaultId: 'old' })).toEqual(['old', []]);
  expect(await defaultOf({ cards: ['new', 'old'], defaultId: 'gone' })).toEqual(['new', ['default new']]);
  expect(await defaultOf({ cards: [], defaultId: 'gone' })).toEqual([undefined, ['default ']]);
  expect(await defaultOf({ cards: [] })).toEqual([undefined, []]);
  expect(await defaultOf({ cards: ['new', 'old'], defaultId: 'gone', quicker: 'old' })).toEqual(['old', []]);
});

test('a default that is not among as many cards as are listed may be one of the others', async () => {
  const many = Array.from({ length: METHODS_MAX }, (_, n) => `card ${n}`);
  expect(await defaultOf({ cards: many, defaultId: 'further' })).toEqual([undefined, []]);
  expect(await defaultOf({ cards: many.slice(1), defaultId: 'further' })).toEqual(['card 1', ['default card 1']]);
  expect(await defaultOf({ cards: many })).toEqual(['card 0', ['default card 0']]);
});

test('another default has a declined renewal tried again', async () => {
  const { resources, sent } = person({ cards: ['a', 'b'], defaultId: 'a' });
  const methods = await setDefaultMethod(resources, viewer, { methodId: 'b' });
  expect(methods.map(({ isDefault }) => isDefault)).toEqual([false, true]);
  expect(sent).toEqual(['default b', 'hurry']);
  await expect(setDefaultMethod(resources, viewer, { methodId: 'c' })).rejects.toMatchObject({
    reason: 'PAYMENT_METHOD_NOT_FOUND',
  });
});

const running = { state: 'ACTIVE', endsAtPeriodEnd: false, isGranted: false };

test.each([
  ['that renews', running, false],
  ['that ends', { ...running, endsAtPeriodEnd: true }, true],
  ['that was granted', { ...running, isGranted: true }, true],
  ['that is over', { ...running, state: 'NONE' }, true],
])('the last card of who has a plan %s can be removed: %p', async (_name, subscription, isRemoved) => {
  const { resources, sent } = person({ cards: ['a'], defaultId: 'a', subscription });
  const removing = removeMethod(resources, viewer, { methodId: 'a' });
  if (isRemoved) expect(await removing).toEqual([]);
  else await expect(removing).rejects.toMatchObject({ reason: 'LAST_CARD' });
  expect(sent).toEqual(isRemoved ? ['default ', 'remove a'] : []);
});

test('a card that is not the default is removed, and the default stays', async () => {
  const { resources, sent } = person({ cards: ['a', 'b'], defaultId: 'a', subscription: running });
  expect(await removeMethod(resources, viewer, { methodId: 'b' })).toMatchObject([{ id: 'a', isDefault: true }]);
  expect(sent).toEqual(['remove b']);
});

test('an account that is closed or deleted has no customer', async () => {
  const { accountId } = viewer;
  const of = (account: object) => getPaymentCustomer(person({ account }).resources, viewer, { accountId });
  expect(await of({ closedAt: null, deletedAt: null })).toEqual({ customerId: 'cus' });
  for (const account of [
    { closedAt: new Date(), deletedAt: null },
    { closedAt: null, deletedAt: new Date() },
  ]) {
    await expect(of(account)).rejects.toMatchObject({ reason: 'USER_NOT_FOUND' });
  }
});

test('closing an account has the provider forget its cards; without a provider there are none', async () => {
  const { resources, sent } = person({ cards: ['a'] });
  await forgetCustomer(resources, viewer.accountId);
  await forgetCustomer({ ...resources, sales: undefined }, viewer.accountId);
  expect(sent).toEqual(['forget cus']);
});

test('no test card is kept where real money is taken', async () => {
  const input = { accountId: viewer.accountId, setupId: 'setup', number: '4242424242424242', expiry: '12/34' };
  await expect(keepTestCard(person({}).resources, viewer, input as never)).rejects.toMatchObject({
    reason: 'PLANS_UNAVAILABLE',
  });
});

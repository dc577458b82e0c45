import { newId } from '@marquee/data/ids';
import { type AccountViewer, type ServiceViewer, type VisitorViewer, visitor } from '@marquee/runtime/viewer';

function account(defaults: Partial<AccountViewer>, overrides: Partial<AccountViewer> = {}): AccountViewer {
  return {
    kind: 'account',
    accountId: newId(),
    sessionId: newId(),
    roles: [],
    consumerType: 'MOVIE_LOVER',
    accountType: 'INDIVIDUAL',
    talents: [],
    onboarding: false,
    ...defaults,
    ...overrides,
  };
}

/** Callers for tests; each call makes another person. */
export const viewers = {
  visitor: (): VisitorViewer => visitor,
  movieLover: (overrides?: Partial<AccountViewer>) => account({}, overrides),
  entertainmentPro: (overrides?: Partial<AccountViewer>) => account({ consumerType: 'ENTERTAINMENT_PRO' }, overrides),
  company: (overrides?: Partial<AccountViewer>) =>
    account({ consumerType: 'ENTERTAINMENT_PRO', accountType: 'COMPANY' }, overrides),
  director: (overrides?: Partial<AccountViewer>) =>
    account({ consumerType: 'ENTERTAINMENT_PRO', talents: ['Festival Director'], directs: true }, overrides),
  staff: (overrides?: Partial<AccountViewer>) => account({ roles: ['SUPER_USER'] }, overrides),
  admin: (overrides?: Partial<AccountViewer>) => account({ roles: ['ADMIN'] }, overrides),
  service: (service: string, onBehalfOf?: AccountViewer): ServiceViewer => ({ kind: 'service', service, onBehalfOf }),
};

import { AccountSuspendedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { isId } from '@marquee/data/ids';
import { on } from '@marquee/events/consumer';
import type { FestivalWrite } from '../resources.ts';
import * as organizations from './organizations.ts';
import { saveOrganization } from './save-organization.ts';

/** What a suspended director directs is shown to nobody until staff enable it again, under them or another director. */
export const onAccountSuspended = on(AccountSuspendedSchema, async (write: FestivalWrite, { accountId }) => {
  if (!isId(accountId)) return;
  for (const organization of await organizations.lockShownOf(write.tx, accountId)) {
    const facts = { kind: 'DIRECTOR_SUSPENDED', actorId: null } as const;
    await saveOrganization(write, organization, { status: 'INACTIVE' }, facts);
  }
});

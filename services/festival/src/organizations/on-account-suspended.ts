import { AccountReinstatedSchema, AccountSuspendedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { isId } from '@marquee/data/ids';
import { on } from '@marquee/events/consumer';
import * as suspensions from '../people/suspensions.ts';
import type { FestivalWrite } from '../resources.ts';
import * as organizations from './organizations.ts';
import { saveOrganization } from './save-organization.ts';

/** What a suspended director directs is shown to nobody until staff enable it again, under them or another director. */
export const onAccountSuspended = on(AccountSuspendedSchema, async (write: FestivalWrite, { accountId }, envelope) => {
  if (!isId(accountId)) return;
  const { aggregateVersion: version } = envelope;
  await suspensions.keep(write.tx, { id: accountId, version, suspended: true });
  for (const organization of await organizations.lockShownOf(write.tx, accountId)) {
    const facts = { kind: 'DIRECTOR_SUSPENDED', actorId: null } as const;
    await saveOrganization(write, organization, { status: 'INACTIVE' }, facts);
  }
});

/** Payouts of what somebody directs wait no longer; what they direct stays hidden until staff enable it. */
export const onAccountReinstated = on(
  AccountReinstatedSchema,
  async ({ tx }: FestivalWrite, { accountId: id }, envelope) => {
    if (isId(id)) await suspensions.keep(tx, { id, version: envelope.aggregateVersion, suspended: false });
  },
);

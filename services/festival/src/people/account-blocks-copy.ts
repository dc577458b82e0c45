import { AccountBlockedSchema, AccountUnblockedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { PAGE_SIZE_MAX } from '@marquee/data/paging';
import { on } from '@marquee/events/consumer';
import { copyOf } from '@marquee/service/copy-of';
import type { AccountBlock } from '../../gen/prisma/client.ts';
import type { FestivalResources, FestivalWrite } from '../resources.ts';
import * as blocks from './account-blocks.ts';

/** Festival's own copy of who has blocked whom. */
export const accountBlocksCopy = copyOf<FestivalResources, typeof AccountBlockedSchema, AccountBlock>({
  name: 'account_blocks',
  event: AccountBlockedSchema,
  rowOf: ({ blockId: id, blockerId, blockedId }, { aggregateVersion: version }) => ({
    ...{ id, blockerId, blockedId, version },
  }),
  async exportPage({ identity }, cursor) {
    const { blocks: rows, nextCursor } = await identity.exportBlocks({ pageSize: PAGE_SIZE_MAX, cursor });
    return { rows: rows.map(({ $typeName: _, ...row }) => row), nextCursor };
  },
  keep: ({ tx }, block) => blocks.keep(tx, block),
  kept: blocks.KEPT,
  forget: ({ tx }, block) => blocks.forget(tx, block),
});

export const onUnblocked = on(
  AccountUnblockedSchema,
  ({ tx }: FestivalWrite, { blockId: id }, { aggregateVersion: version }) =>
    blocks.keep(tx, { id, blockerId: null, blockedId: null, version }),
);

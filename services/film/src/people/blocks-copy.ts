import { AccountBlockedSchema, AccountUnblockedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { PAGE_SIZE_MAX } from '@marquee/data/paging';
import { on } from '@marquee/events/consumer';
import { copyOf } from '@marquee/service/copy-of';
import type { Block } from '../../gen/prisma/client.ts';
import type { FilmResources, FilmWrite } from '../resources.ts';
import * as blocks from './blocks.ts';

/** Film's own copy of who has blocked whom. */
export const blocksCopy = copyOf<FilmResources, typeof AccountBlockedSchema, Block>({
  name: 'blocks',
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
  ({ tx }: FilmWrite, { blockId: id }, { aggregateVersion: version }) =>
    blocks.keep(tx, { id, blockerId: null, blockedId: null, version }),
);

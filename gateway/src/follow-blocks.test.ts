import { AccountBlockedSchema, AccountUnblockedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { newId } from '@marquee/data/ids';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { publishEvent } from '@marquee/testing/publish-event';
import { testBus } from '@marquee/testing/test-platform';
import { followBlocks } from './follow-blocks.ts';

test('a block, and its end, drops what is remembered of both accounts [SET-08:page]', async () => {
  const bus = await testBus();
  const forgotten: string[] = [];
  const tail = await followBlocks(bus, (accountId) => forgotten.push(accountId));
  atEnd(() => tail.close());
  const block = { blockId: newId(), blockerId: newId(), blockedId: newId() };
  const about = { aggregateId: block.blockId, occurredAt: new Date() };
  for (const [index, schema] of [AccountBlockedSchema, AccountUnblockedSchema].entries()) {
    await publishEvent(bus, schema, block, about);
    await eventually(() => forgotten.length === 2 * (index + 1));
  }
  expect(forgotten).toEqual([block.blockerId, block.blockedId, block.blockerId, block.blockedId]);
});

import { AccountBlockedSchema, AccountUnblockedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';
import type { Block } from './blocks.ts';

const aggregate = ({ id, version }: Block) => ({ type: 'block', id, version });
const fields = ({ id, blockerId, blockedId }: Block) => ({ blockId: id, blockerId, blockedId });

export function accountBlocked(block: Block): DomainEvent {
  return domainEvent(AccountBlockedSchema, fields(block), aggregate(block));
}

export function accountUnblocked(block: Block): DomainEvent {
  return domainEvent(AccountUnblockedSchema, fields(block), aggregate(block));
}

import { columnsOf } from '@marquee/data/columns';
import type { Database, Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import type { Reader } from '@marquee/data/prisma';
import { type Block as BlockRow, Prisma, type PrismaClient } from '../../gen/prisma/client.ts';
import { PERSON_FIELDS, type Person } from '../people/people.ts';

export type Block = BlockRow;
export type Blocking = Pick<Block, 'blockerId' | 'blockedId'>;
export type BlockedPerson = Person & { blockId: string; blockedAt: Date };

type Queryable = Pick<Database, 'query'>;

const COLUMNS = columnsOf(Object.keys(Prisma.BlockScalarFieldEnum));
const PERSON = columnsOf(PERSON_FIELDS, 'a');

/** True when one of two people has blocked the other. */
export async function isBetween(db: Queryable, pair: readonly [string, string]): Promise<boolean> {
  const text = `SELECT FROM blocks WHERE ended_at IS NULL AND blocker_id = $1 AND blocked_id = $2
    UNION ALL SELECT FROM blocks WHERE ended_at IS NULL AND blocker_id = $2 AND blocked_id = $1 LIMIT 1`;
  return (await db.query({ name: 'blocks.between', text, values: [...pair] })).length > 0;
}

export async function isBlocking(db: Queryable, { blockerId, blockedId }: Blocking): Promise<boolean> {
  const text = 'SELECT FROM blocks WHERE ended_at IS NULL AND blocker_id = $1 AND blocked_id = $2';
  return (await db.query({ name: 'blocks.blocking', text, values: [blockerId, blockedId] })).length > 0;
}

/** Begins a block; undefined when there is one. */
export async function begin(tx: Tx, { blockerId, blockedId }: Blocking, now: Date): Promise<Block | undefined> {
  const text = `INSERT INTO blocks AS b (id, blocker_id, blocked_id, blocked_at, version) VALUES ($1, $2, $3, $4, 1)
    ON CONFLICT (blocker_id, blocked_id) DO UPDATE SET blocked_at = $4, ended_at = NULL, version = b.version + 1
    WHERE b.ended_at IS NOT NULL RETURNING ${COLUMNS}`;
  const [block] = await tx.query<Block>({
    name: 'blocks.begin',
    text,
    values: [newId(), blockerId, blockedId, now],
  });
  return block;
}

/** Ends a block; undefined when there is none. */
export async function end(tx: Tx, { blockerId, blockedId }: Blocking, now: Date): Promise<Block | undefined> {
  const text = `UPDATE blocks SET ended_at = $3, version = version + 1
    WHERE blocker_id = $1 AND blocked_id = $2 AND ended_at IS NULL RETURNING ${COLUMNS}`;
  const [block] = await tx.query<Block>({ name: 'blocks.end', text, values: [blockerId, blockedId, now] });
  return block;
}

/** Where the next page begins: after a block of this time and id. */
export type ByTime = [blockedAt: string, blockId: string];

/** Whom somebody has blocked, newest first. */
export function list(
  db: Queryable,
  { blockerId, after, limit }: { blockerId: string; after: ByTime | undefined; limit: number },
): Promise<BlockedPerson[]> {
  const text = `SELECT ${PERSON}, b.id AS block_id, b.blocked_at FROM blocks b JOIN accounts a ON a.id = b.blocked_id
    WHERE b.blocker_id = $1 AND b.ended_at IS NULL
      AND ($2::timestamptz IS NULL OR (b.blocked_at, b.id) < ($2, $3::uuid))
    ORDER BY b.blocked_at DESC, b.id DESC LIMIT $4`;
  const values = [blockerId, after?.[0] ?? null, after?.[1] ?? null, limit];
  return db.query<BlockedPerson>({ name: 'blocks.list', text, values });
}

/** All blocks by id, after one of them. */
export function listAll(prisma: Reader<PrismaClient>, afterId: string | undefined, limit: number): Promise<Block[]> {
  return prisma.block.findMany({
    where: { endedAt: null, ...(afterId !== undefined && { id: { gt: afterId } }) },
    orderBy: { id: 'asc' },
    take: limit,
  });
}

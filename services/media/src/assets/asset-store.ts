import type { Tx } from '@marquee/data/database';
import type { Reader } from '@marquee/data/prisma';
import { announceWork } from '@marquee/data/work-notices';
import { type Work, workTable } from '@marquee/data/work-table';
import type { Asset, PrismaClient } from '../../gen/prisma/client.ts';
import { blobLayout } from '../blob-layout.ts';

export type AssetRow = Omit<Asset, 'checkLeaseOwner' | 'checkAttempts'>;
export type AssetSlot = 'FILM_VIDEO' | 'TRAILER_VIDEO' | 'POSTER_IMAGE' | 'TRAILER_IMAGE';
export const ASSET_SLOTS = ['FILM_VIDEO', 'TRAILER_VIDEO', 'POSTER_IMAGE', 'TRAILER_IMAGE'] as const;

const COLUMNS = `id, owner_id AS "ownerId", film_id AS "filmId", bound_film_id AS "boundFilmId",
  binding_version AS "bindingVersion", kind, slot,
  file_name AS "fileName", size_bytes AS "sizeBytes", state, refused_reason AS "refusedReason",
  source_key AS "sourceKey", source, duration_ms AS "durationMs", width, height, picture_id AS "pictureId",
  current_transcode_id AS "currentTranscodeId", ladder_mode AS "ladderMode", check_due_at AS "checkDueAt",
  check_attempt AS "checkAttempt", check_failures AS "checkFailures", check_lease_until AS "checkLeaseUntil",
  expires_at AS "expiresAt", version,
  created_at AS "createdAt", updated_at AS "updatedAt"`;

/** The work loop that checks files, and what wakes the sweeper of blobs. */
export const CHECK_LOOP = 'check';
export const SWEEP = 'sweep';

export type ClaimedCheck = AssetRow & Work;

/** Files that wait to be checked, as work. */
export const checks = workTable<ClaimedCheck>({
  table: 'assets',
  open: "state = 'CHECKING'",
  leaseS: 30,
  columns: {
    ...{ dueAt: 'check_due_at', attempt: 'check_attempt' },
    ...{ failures: 'check_failures', leaseUntil: 'check_lease_until' },
  },
  returning: COLUMNS,
});

export type NewAsset = Pick<AssetRow, 'id' | 'ownerId' | 'filmId' | 'kind' | 'slot' | 'fileName' | 'sizeBytes'> & {
  state: 'UPLOADING' | 'CHECKING' | 'READY';
  expiresAt?: Date;
  ladderMode?: 'full' | 'fewest';
};

export async function insert(tx: Tx, asset: NewAsset): Promise<AssetRow> {
  const rows = await tx.query<AssetRow>(
    `INSERT INTO assets (id, owner_id, film_id, kind, slot, file_name, size_bytes, state, expires_at, ladder_mode)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${COLUMNS}`,
    [
      ...[asset.id, asset.ownerId, asset.filmId, asset.kind, asset.slot, asset.fileName, asset.sizeBytes],
      ...[asset.state, asset.expiresAt ?? null, asset.ladderMode ?? 'full'],
    ],
  );
  return one(rows);
}

/** The asset with its row locked: what events of it are appended under. */
export async function lock(tx: Tx, id: string): Promise<AssetRow | undefined> {
  const rows = await tx.query<AssetRow>(`SELECT ${COLUMNS} FROM assets WHERE id = $1 FOR UPDATE`, [id]);
  return rows[0];
}

type Changes = Partial<
  Pick<
    AssetRow,
    | 'state'
    | 'refusedReason'
    | 'sourceKey'
    | 'durationMs'
    | 'width'
    | 'height'
    | 'pictureId'
    | 'currentTranscodeId'
    | 'boundFilmId'
    | 'bindingVersion'
    | 'expiresAt'
    | 'checkDueAt'
    | 'checkLeaseUntil'
  >
> & { source?: object | null };

const COLUMN_OF: Record<keyof Changes, string> = {
  state: 'state',
  refusedReason: 'refused_reason',
  sourceKey: 'source_key',
  source: 'source',
  durationMs: 'duration_ms',
  width: 'width',
  height: 'height',
  pictureId: 'picture_id',
  currentTranscodeId: 'current_transcode_id',
  boundFilmId: 'bound_film_id',
  bindingVersion: 'binding_version',
  expiresAt: 'expires_at',
  checkDueAt: 'check_due_at',
  checkLeaseUntil: 'check_lease_until',
};

/** Writes the changes and raises the version, by which open pages see that theirs is older. */
export async function update(tx: Tx, id: string, changes: Changes): Promise<AssetRow> {
  const names = Object.keys(changes) as (keyof Changes)[];
  const sets = names.map((name, index) => `${COLUMN_OF[name]} = $${index + 2}, `).join('');
  const values = names.map((name) => (name === 'source' ? JSON.stringify(changes.source) : changes[name]));
  const rows = await tx.query<AssetRow>(
    `UPDATE assets SET ${sets} version = version + 1, updated_at = now() WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, ...values],
  );
  return one(rows);
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.query('DELETE FROM assets WHERE id = $1', [id]);
}

/** What a maker has under way, with the maker's lock held to the end of the transaction. */
export async function lockUnfinished(tx: Tx, ownerId: string): Promise<{ open: number; bytes: bigint }> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('uploads:' || $1, 0))", [ownerId]);
  const [row] = await tx.query<{ open: bigint; bytes: string }>(
    `SELECT count(*) FILTER (WHERE state = 'UPLOADING') AS open, coalesce(sum(size_bytes), 0)::text AS bytes
     FROM assets WHERE owner_id = $1 AND state IN ('UPLOADING', 'CHECKING', 'REFUSED')
       AND (expires_at IS NULL OR expires_at > now())`,
    [ownerId],
  );
  return { open: Number(row?.open ?? 0), bytes: BigInt(row?.bytes ?? '0') };
}

/** Bytes that all open uploads were promised. */
export async function reservedBytes(tx: Tx): Promise<bigint> {
  const [row] = await tx.query<{ bytes: string }>(
    `SELECT coalesce(sum(size_bytes), 0)::text AS bytes FROM assets
     WHERE state = 'UPLOADING' AND (expires_at IS NULL OR expires_at > now())`,
  );
  return BigInt(row?.bytes ?? '0');
}

/** The asset with its row locked, while this attempt at its check holds the lease. */
export async function lockCheck(tx: Tx, { id, attempt }: ClaimedCheck): Promise<AssetRow | undefined> {
  const rows = await tx.query<AssetRow>(`SELECT ${COLUMNS} FROM assets WHERE ${checks.held} FOR UPDATE`, [id, attempt]);
  return rows[0];
}

export async function expired(tx: Tx, limit: number): Promise<AssetRow[]> {
  return tx.query<AssetRow>(
    `SELECT ${COLUMNS} FROM assets WHERE state = 'UPLOADING' AND expires_at < now()
     ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
    [limit],
  );
}

// Longer than anything goes on that keeps a picture and then names it.
const UNNAMED_PICTURE_S = 24 * 60 * 60;

/** Goes before the blobs of a picture: they are swept unless `insertPicture` names it. */
export async function announcePicture(tx: Tx, id: string): Promise<void> {
  await discard(tx, blobLayout.picturePrefix(id), UNNAMED_PICTURE_S);
}

/** Names a picture that was announced. */
export async function insertPicture(
  tx: Tx,
  picture: { id: string; assetId: string; width: number; height: number; thumbhash: string },
): Promise<void> {
  const announced = await tx.query('DELETE FROM garbage WHERE prefix = $1 AND due_at > now() RETURNING 1', [
    blobLayout.picturePrefix(picture.id),
  ]);
  if (announced.length === 0) throw new Error(`The picture ${picture.id} was not announced, or may be swept already`);
  await tx.query('INSERT INTO pictures (id, asset_id, width, height, thumbhash) VALUES ($1, $2, $3, $4, $5)', [
    ...[picture.id, picture.assetId, picture.width, picture.height, picture.thumbhash],
  ]);
}

export async function picturesOf(tx: Tx, assetId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>('SELECT id FROM pictures WHERE asset_id = $1', [assetId]);
  return rows.map(({ id }) => id);
}

/** Takes a picture away, with all its sizes. */
export async function removePicture(tx: Tx, id: string): Promise<void> {
  await tx.query('DELETE FROM pictures WHERE id = $1', [id]);
  await discard(tx, blobLayout.picturePrefix(id));
}

/** Marks blobs for deletion in the transaction that lets go of them. */
export async function discard(tx: Tx, prefix: string, afterS = 0): Promise<void> {
  await tx.query(
    `INSERT INTO garbage (prefix, due_at) VALUES ($1, now() + make_interval(secs => $2))
     ON CONFLICT (prefix) DO UPDATE SET due_at = least(garbage.due_at, excluded.due_at)`,
    [prefix, afterS],
  );
  if (afterS === 0) await announceWork(tx, SWEEP);
}

const WITH_ALL = { currentTranscode: true, pictures: true } as const;
export type WholeAsset = NonNullable<Awaited<ReturnType<typeof findWhole>>>;

export function findWhole(prisma: Reader<PrismaClient>, id: string) {
  return prisma.asset.findUnique({ where: { id }, include: WITH_ALL });
}

/** What its owner still has to finish or decide on: everything that no film uses whole, newest first. */
export function listOpen(
  prisma: Reader<PrismaClient>,
  { ownerId, filmId, before, limit }: { ownerId?: string; filmId?: string; before?: string; limit: number },
): Promise<WholeAsset[]> {
  return prisma.asset.findMany({
    where: {
      ownerId,
      filmId,
      ...(before ? { id: { lt: before } } : {}),
      OR: [
        { boundFilmId: null },
        { state: { not: 'READY' } },
        { currentTranscode: { status: { in: ['WAITING', 'RUNNING', 'ERROR'] } } },
      ],
    },
    include: WITH_ALL,
    orderBy: { id: 'desc' },
    take: limit,
  });
}

function one<T>(rows: T[]): T {
  const [row] = rows;
  if (!row) throw new Error('The row that was just written is gone');
  return row;
}

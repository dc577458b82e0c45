import { insertClause, setClause } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { Reader } from '@marquee/data/prisma';
import { type Work, workTable } from '@marquee/data/work-table';
import type { Asset, Picture, PrismaClient, Transcode } from '../../gen/prisma/client.ts';
import * as pictures from '../pictures/pictures.ts';
import * as transcodes from '../transcode-queue/transcodes.ts';

export type AssetRow = Asset;
export type AssetSlot = 'FILM_VIDEO' | 'TRAILER_VIDEO' | 'POSTER_IMAGE' | 'TRAILER_IMAGE';
export const ASSET_SLOTS = ['FILM_VIDEO', 'TRAILER_VIDEO', 'POSTER_IMAGE', 'TRAILER_IMAGE'] as const;

/** The work loop that checks files. */
export const CHECK_LOOP = 'check';

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
  returning: '*',
});

export type NewAsset = Pick<AssetRow, 'id' | 'ownerId' | 'filmId' | 'kind' | 'slot' | 'fileName' | 'sizeBytes'> & {
  state: 'UPLOADING' | 'CHECKING' | 'READY';
  expiresAt?: Date;
  ladderMode?: 'full' | 'fewest';
};

export async function insert(tx: Tx, asset: NewAsset): Promise<AssetRow> {
  const { text, values } = insertClause(asset);
  return one(await tx.query<AssetRow>(`INSERT INTO assets ${text} RETURNING *`, values));
}

export async function get(tx: Tx, id: string): Promise<AssetRow | undefined> {
  if (!isId(id)) return undefined;
  const rows = await tx.query<AssetRow>('SELECT * FROM assets WHERE id = $1', [id]);
  return rows[0];
}

/** The asset, with its row locked to the end of the transaction. Events of an asset are emitted under this lock. */
export async function lock(tx: Tx, id: string): Promise<AssetRow | undefined> {
  if (!isId(id)) return undefined;
  const rows = await tx.query<AssetRow>('SELECT * FROM assets WHERE id = $1 FOR UPDATE', [id]);
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

const JSON_FIELDS = new Set(['source']);

/** Writes the changes and raises the version. */
export async function update(tx: Tx, id: string, changes: Changes): Promise<AssetRow> {
  const { text, values } = setClause(changes, 2, { json: JSON_FIELDS });
  const sets = text === '' ? '' : `${text}, `;
  const rows = await tx.query<AssetRow>(
    `UPDATE assets SET ${sets} version = version + 1, updated_at = now() WHERE id = $1 RETURNING *`,
    [id, ...values],
  );
  return one(rows);
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.query('DELETE FROM assets WHERE id = $1', [id]);
}

/** A maker's unfinished uploads. Locks the maker's uploads to the end of the transaction. */
export async function lockUnfinished(tx: Tx, ownerId: string): Promise<{ open: number; bytes: bigint }> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('uploads:' || $1, 0))", [ownerId]);
  const [row] = await tx.query<{ open: number; bytes: string }>(
    `SELECT count(*) FILTER (WHERE state = 'UPLOADING')::int AS open, coalesce(sum(size_bytes), 0)::text AS bytes
     FROM assets WHERE owner_id = $1 AND state IN ('UPLOADING', 'CHECKING', 'REFUSED')
       AND (expires_at IS NULL OR expires_at > now())`,
    [ownerId],
  );
  return { open: row?.open ?? 0, bytes: BigInt(row?.bytes ?? '0') };
}

/** Bytes reserved by all open uploads. */
export async function reservedBytes(tx: Tx): Promise<bigint> {
  const [row] = await tx.query<{ bytes: string }>(
    `SELECT coalesce(sum(size_bytes), 0)::text AS bytes FROM assets
     WHERE state = 'UPLOADING' AND (expires_at IS NULL OR expires_at > now())`,
  );
  return BigInt(row?.bytes ?? '0');
}

/** The asset with its row locked, while this attempt at its check holds the lease. */
export async function lockCheck(tx: Tx, { id, attempt }: ClaimedCheck): Promise<AssetRow | undefined> {
  const rows = await tx.query<AssetRow>(`SELECT * FROM assets WHERE ${checks.held} FOR UPDATE`, [id, attempt]);
  return rows[0];
}

export async function expired(tx: Tx, limit: number): Promise<AssetRow[]> {
  return tx.query<AssetRow>(
    `SELECT * FROM assets WHERE state = 'UPLOADING' AND expires_at < now()
     ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
    [limit],
  );
}

/** Some open uploads, chosen at random: looking at one costs requests where its bytes are in a bucket. */
export async function someOpen(tx: Tx, limit: number): Promise<Pick<AssetRow, 'id' | 'sizeBytes'>[]> {
  return tx.query("SELECT id, size_bytes FROM assets WHERE state = 'UPLOADING' ORDER BY random() LIMIT $1", [limit]);
}

/** True while the file waits for its check or a transcode of it is under way. */
export async function isInWork(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM assets a LEFT JOIN transcodes t ON t.id = a.current_transcode_id
     WHERE a.id = $1 AND (a.state IN ('UPLOADING', 'CHECKING') OR t.status IN ('WAITING', 'RUNNING'))`,
    [id],
  );
  return rows.length > 0;
}

/** An asset with its transcode and pictures. */
export type WholeAsset = AssetRow & { currentTranscode: Transcode | null; pictures: Picture[] };

/** The asset with its transcode and pictures. */
export async function whole(tx: Tx, id: string): Promise<WholeAsset | undefined> {
  const asset = await get(tx, id);
  return asset && complete(tx, asset);
}

/** Adds transcode and pictures to an asset. */
export async function complete(tx: Tx, asset: AssetRow): Promise<WholeAsset> {
  const { currentTranscodeId } = asset;
  const currentTranscode = currentTranscodeId ? await transcodes.get(tx, currentTranscodeId) : undefined;
  return { ...asset, currentTranscode: currentTranscode ?? null, pictures: await pictures.ofAsset(tx, asset.id) };
}

/** Assets that are unfinished or not used by a film, newest first. */
export function pageOfOpen(
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
    include: { currentTranscode: true, pictures: true },
    orderBy: { id: 'desc' },
    take: limit,
  });
}

function one<T>(rows: T[]): T {
  const [row] = rows;
  if (!row) throw new Error('The row that was just written is gone');
  return row;
}

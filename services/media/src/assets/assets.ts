import { columnsOf, insertClause, setClause } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { existing } from '@marquee/data/existing';
import { isId } from '@marquee/data/ids';
import type { Reader } from '@marquee/data/prisma';
import { type RowsInLine, workLine } from '@marquee/data/work-line';
import { announceWork } from '@marquee/data/work-notices';
import { type Work, workTable } from '@marquee/data/work-table';
import {
  type Asset,
  type Picture,
  Prisma,
  type PrismaClient,
  type Protection,
  type QualityCheck,
  type TextTrack,
  type Transcode,
} from '../../gen/prisma/client.ts';
import * as pictures from '../pictures/pictures.ts';
import * as protections from '../protection/protections.ts';
import * as qualityChecks from '../quality/quality-checks.ts';
import * as textTracks from '../text-tracks/text-tracks.ts';
import * as transcodes from '../transcode-queue/transcodes.ts';

export type AssetRow = Asset;
export type AssetSlot = 'FILM_VIDEO' | 'TRAILER_VIDEO' | 'POSTER_IMAGE' | 'TRAILER_IMAGE';
export const ASSET_SLOTS = ['FILM_VIDEO', 'TRAILER_VIDEO', 'POSTER_IMAGE', 'TRAILER_IMAGE'] as const;

const COLUMNS = columnsOf(Object.values(Prisma.AssetScalarFieldEnum));

/** The work loop that checks files. */
export const CHECK_LOOP = 'check';

export type ClaimedCheck = AssetRow & Work;

const checkRows: RowsInLine = {
  table: 'assets',
  open: "state = 'CHECKING'",
  leaseS: 30,
  columns: {
    ...{ dueAt: 'check_due_at', attempt: 'check_attempt' },
    ...{ failures: 'check_failures', leaseUntil: 'check_lease_until' },
    ...{ turn: 'check_turn', lane: 'owner_id' },
  },
  returning: COLUMNS,
};

/** Files that wait to be checked, as work. */
export const checks = workTable<ClaimedCheck>(checkRows);

const MIB = 1024 ** 2;

/** The order in which they wait: makers take turns, by the size of their files. */
const checkLine = workLine(checkRows, { costMin: 128 * MIB, costMax: 4096 * MIB });

/** Puts a whole file in line for its check. Wakes the workers once the transaction commits. */
export async function queueCheck(
  tx: Tx,
  { id, ownerId, sizeBytes }: AssetRow,
  { sourceKey, now }: { sourceKey: string; now: Date },
): Promise<AssetRow> {
  const checkTurn = await checkLine.next(tx, ownerId, Number(sizeBytes));
  const checkDueAt = await announceWork(tx, CHECK_LOOP, now);
  return update(tx, id, { state: 'CHECKING', sourceKey, expiresAt: null, checkDueAt, checkTurn });
}

export type NewAsset = Pick<AssetRow, 'id' | 'ownerId' | 'filmId' | 'kind' | 'slot' | 'fileName' | 'sizeBytes'> & {
  state: 'UPLOADING' | 'CHECKING' | 'READY';
  uploadLinkId?: string | undefined;
  expiresAt?: Date;
  ladderMode?: 'full' | 'fewest';
};

export async function insert(tx: Tx, asset: NewAsset): Promise<AssetRow> {
  const { text, values } = insertClause(asset);
  const [row] = await tx.query<AssetRow>(`INSERT INTO assets ${text} RETURNING ${COLUMNS}`, values);
  return existing(row, 'a new asset');
}

export async function get(tx: Tx, id: string): Promise<AssetRow | undefined> {
  if (!isId(id)) return undefined;
  const rows = await tx.query<AssetRow>(`SELECT ${COLUMNS} FROM assets WHERE id = $1`, [id]);
  return rows[0];
}

/** The asset, with its row locked to the end of the transaction. Events of an asset are emitted under this lock. */
export async function lock(tx: Tx, id: string): Promise<AssetRow | undefined> {
  if (!isId(id)) return undefined;
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
    | 'checkTurn'
    | 'checkLeaseUntil'
    | 'protected'
    | 'protection'
  >
> & { source?: object | null };

const JSON_FIELDS = new Set(['source']);

/** Writes the changes and raises the version. */
export async function update(tx: Tx, id: string, changes: Changes): Promise<AssetRow> {
  const { text, values } = setClause(changes, 2, { json: JSON_FIELDS });
  const sets = text === '' ? '' : `${text}, `;
  const [row] = await tx.query<AssetRow>(
    `UPDATE assets SET ${sets} version = version + 1, updated_at = now() WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, ...values],
  );
  return existing(row, 'a locked asset');
}

/** @returns what it was, if it was there */
export async function remove(tx: Tx, id: string): Promise<AssetRow | undefined> {
  const [row] = await tx.query<AssetRow>(`DELETE FROM assets WHERE id = $1 RETURNING ${COLUMNS}`, [id]);
  return row;
}

/** What the limits of a maker count. */
export type MakerUploads = {
  /** Files that are being sent. */
  open: number;
  /** Those, and the files that are checked or prepared, or wait for it. */
  inWork: number;
  /** Files that arrived whole today (UTC), whether they exist still or not, and transcodes that were started again. */
  today: number;
  /** Of files that are being sent, are checked, or were refused. */
  bytes: bigint;
};

/** A maker's uploads, as the limits count them. Locks them to the end of the transaction. */
export async function lockUploads(tx: Tx, ownerId: string, now: Date): Promise<MakerUploads> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('uploads:' || $1, 0))", [ownerId]);
  const [row] = await tx.query<Omit<MakerUploads, 'bytes'> & { bytes: string }>(
    `SELECT count(*) FILTER (WHERE a.state = 'UPLOADING')::int AS open,
       count(*) FILTER (WHERE a.state IN ('UPLOADING', 'CHECKING') OR t.status IN ('WAITING', 'RUNNING'))::int AS in_work,
       coalesce(sum(a.size_bytes) FILTER (WHERE a.state IN ('UPLOADING', 'CHECKING', 'REFUSED')), 0)::text AS bytes,
       coalesce((SELECT files FROM upload_counts WHERE owner_id = $1 AND day = $2::date), 0) AS today
     FROM assets a LEFT JOIN transcodes t ON t.id = a.current_transcode_id
     WHERE a.owner_id = $1 AND (a.expires_at IS NULL OR a.expires_at > now())`,
    [ownerId, dayOf(now)],
  );
  const counts = existing(row, 'the uploads of a maker');
  return { ...counts, bytes: BigInt(counts.bytes) };
}

/** Counts a file that has arrived whole, or whose transcode is started again. */
export async function countWork(tx: Tx, ownerId: string, now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO upload_counts AS counted (owner_id, day, files) VALUES ($1, $2::date, 1)
     ON CONFLICT (owner_id) DO UPDATE SET day = $2::date,
       files = CASE WHEN counted.day = $2::date THEN counted.files + 1 ELSE 1 END`,
    [ownerId, dayOf(now)],
  );
}

const dayOf = (now: Date) => now.toISOString().slice(0, 10);

/** Gives the files of a film that belong to one account to another. */
export function give(tx: Tx, { filmId, from, to }: { filmId: string; from: string; to: string }): Promise<AssetRow[]> {
  return tx.query<AssetRow>(
    `UPDATE assets SET owner_id = $3, version = version + 1, updated_at = now()
     WHERE owner_id = $2 AND coalesce(bound_film_id, film_id) = $1 RETURNING ${COLUMNS}`,
    [filmId, from, to],
  );
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
  const rows = await tx.query<AssetRow>(`SELECT ${COLUMNS} FROM assets WHERE ${checks.held} FOR UPDATE`, [id, attempt]);
  return rows[0];
}

/** The refused files of the same slot of the same film, whose maker has chosen this one instead; locked. */
export async function lockRefused(tx: Tx, { filmId, ownerId, slot, id }: AssetRow): Promise<AssetRow[]> {
  return tx.query<AssetRow>(
    `SELECT ${COLUMNS} FROM assets
     WHERE owner_id = $1 AND film_id = $2 AND slot = $3 AND state = 'REFUSED' AND bound_film_id IS NULL AND id < $4
     ORDER BY id FOR UPDATE`,
    [ownerId, filmId, slot, id],
  );
}

export async function expired(tx: Tx, limit: number): Promise<AssetRow[]> {
  return tx.query<AssetRow>(
    `SELECT ${COLUMNS} FROM assets WHERE state = 'UPLOADING' AND expires_at < now()
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

/** An asset with its transcode, pictures and subtitles, and the last protections and quality checks of a video, the newest first. */
export type WholeAsset = AssetRow & {
  currentTranscode: Transcode | null;
  pictures: Picture[];
  textTracks: TextTrack[];
  protections: Protection[];
  qualityChecks: QualityCheck[];
};

/** The asset with its transcode, pictures and subtitles. */
export async function whole(tx: Tx, id: string): Promise<WholeAsset | undefined> {
  const asset = await get(tx, id);
  return asset && complete(tx, asset);
}

/** Adds transcode, pictures and subtitles to an asset. */
export async function complete(tx: Tx, asset: AssetRow): Promise<WholeAsset> {
  const { currentTranscodeId } = asset;
  const currentTranscode = currentTranscodeId ? await transcodes.get(tx, currentTranscodeId) : undefined;
  return {
    ...asset,
    currentTranscode: currentTranscode ?? null,
    pictures: await pictures.ofAsset(tx, asset.id),
    textTracks: asset.kind === 'VIDEO' ? await textTracks.ofAsset(tx, asset.id) : [],
    // Also of what is clear again: its history stays.
    protections: asset.kind === 'VIDEO' ? await protections.latest(tx, asset.id) : [],
    qualityChecks: asset.kind === 'VIDEO' ? await qualityChecks.latest(tx, asset.id) : [],
  };
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
    include: {
      currentTranscode: true,
      pictures: true,
      textTracks: { orderBy: [{ language: 'asc' }, { kind: 'asc' }] },
      protections: { orderBy: { id: 'desc' }, take: protections.HISTORY_MAX },
      qualityChecks: { orderBy: { id: 'desc' }, take: qualityChecks.KEPT_MAX },
    },
    orderBy: { id: 'desc' },
    take: limit,
  });
}

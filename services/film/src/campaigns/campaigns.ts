import { columnsOf } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { AD_SECONDS_MAX } from '@marquee/rules/ads';
import type { CampaignState } from '@marquee/rules/campaigns';
import { isAvailableAt } from '@marquee/rules/regions';
import type { Place } from '@marquee/runtime/client-info';
import { type Campaign as CampaignRow, Prisma } from '../../gen/prisma/client.ts';
import { type Queryable, VISIBLE } from '../films/films.ts';
import { limitsOf } from '../watch/film-access.ts';

/** A campaign with its film's title and where it stands. */
export type Campaign = CampaignRow & { filmTitle: string; state: CampaignState };

/** Of a film f and the media m of its trailer: what can be an ad. */
const HAS_VIDEO = `f.trailer_ready AND coalesce(m.duration_ms, 0) BETWEEN 1 AND ${AD_SECONDS_MAX * 1_000}`;
const FROM = `
  FROM campaigns c JOIN films f ON f.id = c.film_id LEFT JOIN media_copies m ON m.media_id = f.trailer_media_id`;
/** At the moment $1. */
const STATE = `
  CASE WHEN NOT c.enabled THEN 'OFF' WHEN c.ends_at <= $1 THEN 'ENDED'
    WHEN NOT (${VISIBLE} AND ${HAS_VIDEO}) THEN 'NO_VIDEO'
    WHEN c.starts_at > $1 THEN 'SCHEDULED' ELSE 'RUNNING' END`;
const CAMPAIGN = `
  SELECT ${columnsOf(Object.values(Prisma.CampaignScalarFieldEnum), 'c')}, f.film_title, ${STATE} AS state ${FROM}`;

/** A page of campaigns, the newest first: ids of later ones are higher. */
export function list(
  db: Queryable,
  { state, now, after, limit }: { state: CampaignState | ''; now: Date; after: string | undefined; limit: number },
): Promise<Campaign[]> {
  return db.query<Campaign>({
    name: 'campaigns.list',
    text: `${CAMPAIGN} WHERE ($2 = '' OR ${STATE} = $2) AND ($3::uuid IS NULL OR c.id < $3) ORDER BY c.id DESC LIMIT $4`,
    values: [now, state, after ?? null, limit],
  });
}

export async function find(db: Queryable, campaignId: string, now: Date): Promise<Campaign | undefined> {
  if (!isId(campaignId)) return undefined;
  const values = [now, campaignId];
  const [campaign] = await db.query<Campaign>({ name: 'campaigns.find', text: `${CAMPAIGN} WHERE c.id = $2`, values });
  return campaign;
}

/** The campaign as it is, locked until the transaction ends. */
export async function lock(tx: Tx, campaignId: string): Promise<CampaignRow | undefined> {
  if (!isId(campaignId)) return undefined;
  const columns = columnsOf(Object.values(Prisma.CampaignScalarFieldEnum), 'c');
  const text = `SELECT ${columns} FROM campaigns c WHERE c.id = $1 FOR UPDATE`;
  const [campaign] = await tx.query<CampaignRow>({ name: 'campaigns.lock', text, values: [campaignId] });
  return campaign;
}

export async function count(db: Queryable): Promise<number> {
  const [row] = await db.query<{ campaigns: number }>('SELECT count(*)::int AS campaigns FROM campaigns');
  return row?.campaigns ?? 0;
}

export async function save(tx: Tx, campaign: CampaignRow): Promise<void> {
  const { id, version, title, filmId, clickUrl, companionText, skipAfterSeconds } = campaign;
  await tx.query({
    name: 'campaigns.save',
    text: `INSERT INTO campaigns (id, version, title, film_id, click_url, companion_text, skip_after_seconds, starts_at,
        ends_at, enabled, updated_by, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      ON CONFLICT (id) DO UPDATE SET version = excluded.version, title = excluded.title, film_id = excluded.film_id,
        click_url = excluded.click_url, companion_text = excluded.companion_text,
        skip_after_seconds = excluded.skip_after_seconds, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
        enabled = excluded.enabled, updated_by = excluded.updated_by, updated_at = excluded.updated_at`,
    values: [
      ...[id, version, title, filmId, clickUrl, companionText, skipAfterSeconds],
      ...[campaign.startsAt, campaign.endsAt, campaign.enabled, campaign.updatedBy, campaign.updatedAt],
    ],
  });
}

export async function remove(tx: Tx, campaignId: string): Promise<void> {
  await tx.query('DELETE FROM campaigns WHERE id = $1', [campaignId]);
}

/** Whether the trailer of a film can be an ad. */
export async function hasVideo(db: Queryable, filmId: string): Promise<boolean> {
  const text = `SELECT 1 FROM films f JOIN media_copies m ON m.media_id = f.trailer_media_id
    WHERE f.id = $1 AND ${HAS_VIDEO}`;
  return (await db.query({ name: 'campaigns.has-video', text, values: [filmId] })).length > 0;
}

/**
 * One of the campaigns that run now, each as likely: for a film that may be watched where the viewer is, and never for the one that
 * is watched.
 */
export async function chooseRunning(
  tx: Tx,
  watchedFilmId: string,
  { now, place }: { now: Date; place: Place | undefined },
): Promise<string | undefined> {
  const text = `SELECT c.id, f.allowed_locations, f.blocked_locations ${FROM}
    WHERE c.enabled AND c.film_id <> $2 AND ${STATE} = 'RUNNING' ORDER BY random()`;
  const values = [now, watchedFilmId];
  const running = await tx.query<Running>({ name: 'campaigns.choose', text, values });
  return running.find((film) => isAvailableAt(limitsOf(film), place))?.id;
}
type Running = { id: string } & Parameters<typeof limitsOf>[0];

import { columnsOf } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { isId, newId } from '@marquee/data/ids';
import { type FilmAction as FilmActionModel, Prisma } from '../../gen/prisma/client.ts';
import type { Queryable } from '../films/films.ts';

/** What is done to films, as their history keeps it. */
export type FilmActionKind =
  | 'PUBLISHED'
  | 'UNPUBLISHED'
  | 'SENT_FOR_REVIEW'
  | 'APPROVED'
  | 'AUTO_APPROVED'
  | 'APPROVAL_WITHDRAWN'
  | 'CHANGES_REQUESTED'
  | 'CHANGE_REQUEST_WITHDRAWN'
  | 'REPLACEMENT_APPROVED'
  | 'REPLACEMENT_DECLINED'
  | 'EDITED'
  | 'REMOVED'
  | 'UNLOCK_DELETED'
  | 'INVITATION_DELETED'
  | 'ORDER_REFUNDED'
  | 'ORDER_REFUND_ASKED'
  | 'ORDER_REFUND_FAILED'
  | 'OWNER_CHANGED'
  | 'AWARD_SAVED'
  | 'AWARD_REMOVED'
  | 'FEATURED'
  | 'FEATURED_MOVED'
  | 'UNFEATURED'
  | 'REVIEW_REMOVED'
  | 'TRANSCODE_MOVED'
  | 'REVIEW_RELEASED'
  | 'SPOILER_DECIDED'
  | 'REVIEW_KEPT'
  | 'WINDOWS_SET'
  | 'ACCESS_GRANTED'
  | 'ACCESS_TAKEN_BACK'
  | 'CAMPAIGN_SAVED'
  | 'CAMPAIGN_DELETED';

export type FieldChange = { field: string; before: string; after: string };

/** An action before it has its film, its time and who did it. */
export type ActionFacts = { kind: FilmActionKind; reason?: string; changes?: FieldChange[] };

type ActionRow = Omit<FilmActionModel, 'kind' | 'changes'> & { kind: FilmActionKind; changes: FieldChange[] };

/** An action with who did it. */
export type FilmAction = ActionRow & { actorName: string; byMaker: boolean };

/** Staff's decisions on a film; each ends the one before. */
const DECISIONS: ReadonlySet<FilmActionKind> = new Set([
  'APPROVED',
  'APPROVAL_WITHDRAWN',
  'CHANGES_REQUESTED',
  'CHANGE_REQUEST_WITHDRAWN',
]);
/** Staff's decisions on what replaces a file of an approved film; they say nothing about the film. */
const REPLACEMENTS: ReadonlySet<FilmActionKind> = new Set(['REPLACEMENT_APPROVED', 'REPLACEMENT_DECLINED']);
export const isReplacement = ({ kind }: Pick<ActionFacts, 'kind'>): boolean => REPLACEMENTS.has(kind);

/** What the maker is mailed. */
export const isDecision = (action: Pick<ActionFacts, 'kind'>): boolean =>
  DECISIONS.has(action.kind) || isReplacement(action);

type Place = { filmId: string; version: bigint; actorId: string; createdAt: Date };

/** Writes actions in their order and gives their ids. The film is locked, so that its history has one order. */
export async function insert(tx: Tx, at: Place, actions: readonly ActionFacts[]): Promise<string[]> {
  const ids: string[] = [];
  for (const { kind, reason = '', changes = [] } of actions) {
    const id = newId();
    await tx.query({
      name: 'film-actions.insert',
      text: `INSERT INTO film_actions (id, film_id, version, kind, actor_id, reason, changes, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      values: [id, at.filmId, at.version, kind, at.actorId, reason, JSON.stringify(changes), at.createdAt],
    });
    ids.push(id);
  }
  return ids;
}

const ACTION = `
  SELECT ${columnsOf(Object.values(Prisma.FilmActionScalarFieldEnum), 'a')},
    coalesce(trim(p.first_name || ' ' || p.last_name), '') AS actor_name, coalesce(a.actor_id = f.created_by, false) AS by_maker
  FROM film_actions a LEFT JOIN people p ON p.id = a.actor_id LEFT JOIN films f ON f.id = a.film_id`;

/** The place of an action in its film's history. */
export type ActionKey = [version: string, id: string];
export const actionKey = ({ version, id }: Pick<ActionRow, 'version' | 'id'>): ActionKey => [String(version), id];

/** What was done to a film, newest first. */
export async function list(
  db: Queryable,
  { filmId, after, limit }: { filmId: string; after: ActionKey | undefined; limit: number },
): Promise<FilmAction[]> {
  return db.query<FilmAction>(
    `${ACTION} WHERE a.film_id = $1 AND ($2::bigint IS NULL OR (a.version, a.id) < ($2, $3::uuid))
     ORDER BY a.version DESC, a.id DESC LIMIT $4`,
    [filmId, ...(after ?? [null, null]), limit],
  );
}

/** The last action since a version of the film. */
export async function lastSince(tx: Tx, filmId: string, version: bigint): Promise<FilmAction | undefined> {
  const [action] = await tx.query<FilmAction>(
    `${ACTION} WHERE a.film_id = $1 AND a.version > $2 ORDER BY a.version DESC, a.id DESC LIMIT 1`,
    [filmId, version],
  );
  return action;
}

export async function find(db: Queryable, actionId: string): Promise<FilmAction | undefined> {
  if (!isId(actionId)) return undefined;
  const [action] = await db.query<FilmAction>(`${ACTION} WHERE a.id = $1`, [actionId]);
  return action;
}

/**
 * True when staff decided again since, or the maker has sent the film for review again or taken it back. What was decided
 * on a replacement stays so, whatever else is decided.
 */
export async function isOvertaken(db: Queryable, action: ActionRow): Promise<boolean> {
  const { id, filmId, version } = action;
  const kinds = isReplacement(action) ? ['REMOVED'] : [...DECISIONS, 'SENT_FOR_REVIEW', 'REMOVED'];
  const rows = await db.query(
    'SELECT 1 FROM film_actions WHERE film_id = $1 AND (version, id) > ($2, $3::uuid) AND kind = ANY($4) LIMIT 1',
    [filmId, version, id, kinds],
  );
  return rows.length > 0;
}

import type { PlayerSettings } from '../../gen/prisma/client.ts';
import type { Queryable } from '../films/films.ts';

/** What a viewer chose in the player; null was never chosen. */
export type Settings = Omit<PlayerSettings, 'accountId' | 'changedAt'>;

const FIELDS = {
  textLanguage: 'text_language',
  textCaptions: 'text_captions',
  textSize: 'text_size',
  textColour: 'text_colour',
  textBackground: 'text_background',
  audioLanguage: 'audio_language',
  ratePercent: 'rate_percent',
  qualityLines: 'quality_lines',
  volumePercent: 'volume_percent',
  muted: 'muted',
  previews: 'previews',
  letterKeys: 'letter_keys',
  audioDescription: 'audio_description',
} as const satisfies Record<keyof Settings, string>;
const NAMES = Object.keys(FIELDS) as (keyof Settings)[];
const COLUMNS = Object.values(FIELDS);

const CHANGED = COLUMNS.map((column) => `coalesce(excluded.${column}, s.${column})`);

// The third parameter is the first of the settings. What is chosen again was not changed.
const CHANGE = `
  INSERT INTO player_settings AS s (account_id, changed_at, ${COLUMNS.join(', ')})
  VALUES ($1, $2, ${COLUMNS.map((_, index) => `$${index + 3}`).join(', ')})
  ON CONFLICT (account_id) DO UPDATE SET
    changed_at = CASE WHEN (${COLUMNS.map((column) => `s.${column}`).join(', ')})
      IS DISTINCT FROM (${CHANGED.join(', ')}) THEN excluded.changed_at ELSE s.changed_at END,
    ${COLUMNS.map((column, index) => `${column} = ${CHANGED[index]}`).join(', ')}
  RETURNING ${COLUMNS.join(', ')}`;

/** Changes the settings that are given, and returns all of them. */
export async function change(tx: Queryable, accountId: string, given: Partial<Settings>, now: Date): Promise<Settings> {
  const values = [accountId, now, ...NAMES.map((name) => given[name] ?? null)];
  const [settings] = await tx.query<Settings>({ name: 'player-settings.change', text: CHANGE, values });
  return settings as Settings;
}

/** Undefined for who never chose anything. */
export async function get(db: Queryable, accountId: string): Promise<Settings | undefined> {
  const text = `SELECT ${COLUMNS.join(', ')} FROM player_settings WHERE account_id = $1`;
  const [settings] = await db.query<Settings>({ name: 'player-settings.get', text, values: [accountId] });
  return settings;
}

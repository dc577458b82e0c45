import type { Chapter } from '@marquee/rules/chapters';
import type { Queryable } from '../films/films.ts';

/** What a player shows of a film beside its picture. */
export type PlayerFacts = { chapters: Chapter[]; hasWatermark: boolean; viewerName: string };

const FACTS = `
  SELECT f.chapters, f.watermark AS has_watermark, trim(coalesce(p.first_name || ' ' || p.last_name, '')) AS viewer_name
  FROM films f LEFT JOIN people p ON p.id = $2 WHERE f.id = $1`;

/** The same for all playbacks of a viewer and a film that is there. */
export async function get(db: Queryable, filmId: string, accountId: string): Promise<PlayerFacts> {
  const [facts] = await db.query<PlayerFacts>({ name: 'watch.player-facts', text: FACTS, values: [filmId, accountId] });
  return facts ?? { chapters: [], hasWatermark: false, viewerName: '' };
}

import { blobLayout } from './blob-layout.ts';
import type { MediaResources } from './resources.ts';

const SWEEP_ROWS_MAX = 50;
const ENDED_SESSIONS_KEPT_HOURS = 24;

/** Deletes blobs that nothing names any more. Safe to repeat and to run twice at once. */
export async function sweepGarbage({ db, blobs, log }: MediaResources): Promise<void> {
  const due = await db.query<{ prefix: string }>(
    'SELECT prefix FROM garbage WHERE due_at <= now() ORDER BY due_at LIMIT $1',
    [SWEEP_ROWS_MAX],
  );
  for (const { prefix } of due) {
    const asset = blobLayout.assetOfMasterPrefix(prefix);
    // By its whole key: not every store finds what is in the making by prefix.
    if (asset) await blobs.parts?.abort(blobLayout.master(asset));
    const count = await blobs.deletePrefix(prefix);
    await db.query('DELETE FROM garbage WHERE prefix = $1', [prefix]);
    log.debug({ prefix, count }, 'blobs were swept');
  }
  await db.query(`DELETE FROM ended_sessions WHERE ended_at < now() - make_interval(hours => $1)`, [
    ENDED_SESSIONS_KEPT_HOURS,
  ]);
}

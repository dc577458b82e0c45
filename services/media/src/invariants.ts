import type { Query } from '@marquee/data/database';
import { facts, invariant, type ServiceInvariants } from '@marquee/data/invariants';

export const invariants: ServiceInvariants = {
  invariants: [
    invariant(
      'file',
      'every file is checked',
      "SELECT 'file ' || id || ' is not checked' AS violation FROM assets WHERE state = 'CHECKING'",
    ),
    invariant(
      'transcode',
      'every transcode comes to an end',
      `SELECT 'transcode ' || id || ' is ' || status AS violation FROM transcodes
       WHERE status IN ('WAITING', 'RUNNING')`,
    ),
    invariant(
      'protection',
      'every protection comes to an end',
      `SELECT 'protection ' || id || ' is ' || status AS violation FROM protections
       WHERE status IN ('WAITING', 'RUNNING')`,
    ),
  ],
  owns: {
    transcode: facts(
      `SELECT a.id, t.status AS value FROM assets a JOIN transcodes t ON t.id = a.current_transcode_id
       WHERE t.status = 'COMPLETE'`,
    ),
    picture: facts("SELECT id, state AS value FROM assets WHERE kind = 'IMAGE' AND state = 'READY'"),
  },
  copies: {
    'film of a file': facts('SELECT id, bound_film_id AS value FROM assets WHERE bound_film_id IS NOT NULL'),
    'ended session': facts("SELECT session_id AS id, 'ended' AS value FROM ended_sessions"),
  },
};

export type FileOnRecord = { state: string; sourceKey: string | null; transcodeStatus: string | null };

/** A file by its id, with the state of the transcode that plays. */
export async function fileOnRecord(query: Query, id: string): Promise<FileOnRecord | undefined> {
  const [file] = await query<FileOnRecord>(
    `SELECT a.state, a.source_key, t.status AS transcode_status
     FROM assets a LEFT JOIN transcodes t ON t.id = a.current_transcode_id WHERE a.id = $1`,
    [id],
  );
  return file;
}

/** Whether a worker is in the middle of a job. */
export async function isTranscoding(query: Query): Promise<boolean> {
  return (await query("SELECT 1 FROM transcodes WHERE status = 'RUNNING' LIMIT 1")).length > 0;
}

import type { Tx } from '@marquee/data/database';
import type { PersonalData, PersonalFile } from '@marquee/service/personal-data';
import * as assets from '../assets/assets.ts';
import { removeAsset } from '../assets/delete-asset.ts';
import * as pictures from '../pictures/pictures.ts';
import type { MediaResources } from '../resources.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import * as links from '../upload-links/upload-links.ts';

const OWN_ID = 'no: the id of the account';
const INTERNAL = 'no: how we work, and nothing about the person';
const OWN_ASSETS = 'asset_id IN (SELECT id FROM assets WHERE owner_id = $1)';

/** Files that are deleted by one transaction, each with all that was made of it. */
const ASSETS_AT_ONCE = 20;
const PICTURES_AT_ONCE = 100;

/** Every column of media, and what export and closing do with it. A table with personal data is one entry here. */
export const personalData: PersonalData<MediaResources> = {
  export: ownPictures,
  async close(write, accountId) {
    // First, so that nothing more arrives.
    await links.removeOf(write.tx, accountId);
    const ids = await idsOf(write.tx, accountId);
    for (const id of ids) {
      const asset = await assets.lock(write.tx, id);
      // Also what a film uses: the film is unpublished, and its row stays without a file.
      if (asset) await removeAsset(write, asset);
    }
    const removed = await pictures.removeOwned(write.tx, accountId, PICTURES_AT_ONCE);
    return ids.length === ASSETS_AT_ONCE || removed === PICTURES_AT_ONCE;
  },
  tables: {
    assets: {
      of: 'owner_id = $1',
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: 'yes', owner_id: OWN_ID, film_id: 'yes', bound_film_id: 'yes', kind: 'yes', slot: 'yes' },
        ...{ file_name: 'yes', size_bytes: 'yes', state: 'yes', refused_reason: 'yes', source_key: INTERNAL },
        ...{ source: INTERNAL, duration_ms: 'yes', width: 'yes', height: 'yes', picture_id: 'yes' },
        ...{ current_transcode_id: INTERNAL, ladder_mode: INTERNAL, check_lease_owner: INTERNAL },
        ...{ check_lease_until: INTERNAL, check_attempts: INTERNAL, expires_at: INTERNAL, version: INTERNAL },
        ...{ created_at: 'yes', updated_at: 'yes', check_due_at: INTERNAL, check_attempt: INTERNAL },
        ...{ check_failures: INTERNAL, binding_version: INTERNAL, check_turn: INTERNAL, upload_link_id: INTERNAL },
        ...{ protected: 'yes', protection: 'yes' },
      },
    },
    transcodes: {
      of: OWN_ASSETS,
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: INTERNAL, asset_id: 'yes', status: 'yes', mode: INTERNAL, attempt: INTERNAL, losses: INTERNAL },
        ...{ lease_owner: INTERNAL, lease_until: INTERNAL, progress_percent: INTERNAL, output_prefix: INTERNAL },
        ...{ renditions: INTERNAL, audio_tracks: INTERNAL, poster_ids: INTERNAL, error_reason: 'yes' },
        ...{ created_at: 'yes', completed_at: 'yes', due_at: INTERNAL, turn: INTERNAL, lane: INTERNAL },
        ...{ moved_by: INTERNAL, is_protected: INTERNAL, worker_key_id: INTERNAL },
        ...{ stored_files: INTERNAL, stored_bytes: INTERNAL },
      },
    },
    protections: {
      of: OWN_ASSETS,
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: INTERNAL, asset_id: 'yes', source_version: INTERNAL, is_removal: 'yes', status: 'yes' },
        ...{ sealed_keys: 'no: it opens the film to anybody who has the key', attempt: INTERNAL, losses: INTERNAL },
        ...{ due_at: INTERNAL, lease_until: INTERNAL, progress_percent: INTERNAL, error_reason: 'yes' },
        ...{ created_at: 'yes', completed_at: 'yes' },
      },
    },
    quality_checks: {
      of: OWN_ASSETS,
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: INTERNAL, asset_id: 'yes', status: 'yes', report: 'yes', attempt: INTERNAL, losses: INTERNAL },
        ...{ due_at: INTERNAL, lease_until: INTERNAL, created_at: 'yes', completed_at: 'yes' },
      },
    },
    pictures: {
      of: `owner_id = $1 OR ${OWN_ASSETS}`,
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: 'yes', asset_id: 'yes', width: 'yes', height: 'yes', thumbhash: INTERNAL, created_at: 'yes' },
        ...{ focal_x: INTERNAL, focal_y: INTERNAL, owner_id: OWN_ID, shown_version: INTERNAL },
      },
    },
    text_tracks: {
      of: OWN_ASSETS,
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: 'yes', asset_id: 'yes', language: 'yes', kind: 'yes', is_default: 'yes', file_name: 'yes' },
        ...{ cue_count: INTERNAL, first_cue_ms: INTERNAL, end_ms: INTERNAL, cue_seconds: INTERNAL, created_at: 'yes' },
      },
    },
    upload_links: {
      of: 'owner_id = $1',
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: 'yes', owner_id: OWN_ID, film_id: 'yes', film_title: 'yes', slot: 'yes', partner_name: 'yes' },
        ...{ files: 'yes', files_max: 'yes', expires_at: 'yes', revoked_at: 'yes', created_at: 'yes' },
      },
    },
    upload_counts: {
      of: 'owner_id = $1',
      key: ['owner_id'],
      close: 'delete',
      columns: { owner_id: OWN_ID, day: 'yes', files: 'yes' },
    },
  },
  others: {
    worker_keys: {
      why: 'keys of machines, with the staff who made and revoked them, as a log of what staff do',
      columns: 'id name secret_hash created_by revoked_by seen_version',
    },
    garbage: { why: 'where blobs were that are to be deleted', columns: 'prefix' },
    ended_addresses: { why: 'ids of playbacks, until their addresses expire', columns: 'address_id' },
    ended_sessions: { why: 'ids of sessions, for minutes', columns: 'session_id' },
  },
};

async function idsOf(tx: Tx, accountId: string): Promise<string[]> {
  const text = 'SELECT id FROM assets WHERE owner_id = $1 ORDER BY id LIMIT $2';
  return (await tx.query<{ id: string }>(text, [accountId, ASSETS_AT_ONCE])).map(({ id }) => id);
}

/** The pictures that somebody uploaded, as they are kept: upright, and without what the camera added. */
async function* ownPictures({ db, blobs }: MediaResources, accountId: string): AsyncGenerator<PersonalFile> {
  let after = '';
  let rows: { id: string; pictureId: string }[];
  do {
    rows = await db.query(
      `SELECT id, picture_id FROM (
         SELECT id, picture_id FROM assets WHERE owner_id = $1 AND kind = 'IMAGE' AND picture_id IS NOT NULL
         UNION ALL SELECT id, id FROM pictures WHERE owner_id = $1 AND shown_version IS NOT NULL) AS own
       WHERE id::text > $2 ORDER BY id::text LIMIT $3`,
      [accountId, after, PICTURES_AT_ONCE],
    );
    for (const { pictureId } of rows) {
      const key = blobLayout.pictureMaster(pictureId);
      if (!(await blobs.stat(key))) continue;
      yield { path: `pictures/${pictureId}.jpg`, pieces: (await blobs.get(key)).body };
    }
    after = rows.at(-1)?.id ?? '';
  } while (rows.length === PICTURES_AT_ONCE);
}

import type { Tx } from '@marquee/data/database';
import type { Film } from '../../gen/prisma/client.ts';
import { filmIncomplete, paymentsUnavailable, priceMissing, videoFailed, videoNotReady } from '../films/film-errors.ts';
import type { FilmChanges } from '../films/film-store.ts';
import type { FilmResources } from '../resources.ts';
import { listSlots, type Slot } from './asset-store.ts';
import { emptyFields, emptySlots } from './studio-film.ts';

/** What a film needs to be published: every asset and field, a price that we can take, videos that play. */
export async function requirePublishable(resources: Pick<FilmResources, 'config'>, tx: Tx, film: Film): Promise<void> {
  await requireComplete(resources, tx, film);
  requirePlayable(film, await listSlots(tx, [film.id]));
}

/** What a published film keeps having, whatever is changed of it. */
export async function requireComplete({ config }: Pick<FilmResources, 'config'>, tx: Tx, film: Film): Promise<void> {
  const slots = await listSlots(tx, [film.id]);
  const assets = emptySlots(film, slots);
  const fields = emptyFields(film);
  if (assets.length > 0 || fields.length > 0) throw filmIncomplete(assets, fields);
  requirePayable(config, film);
}

function requirePayable(config: FilmResources['config'], film: Film): void {
  if (film.is_free) return;
  if (film.usd_cost === 0n) throw priceMissing();
  if (config.PAYMENT_PROVIDER === '') throw paymentsUnavailable();
}

function requirePlayable(film: Film, slots: readonly Slot[]): void {
  const needed = slots.filter(
    ({ kind, waiting }) =>
      !waiting && (kind === 'TRAILER_VIDEO' || (kind === 'FILM_VIDEO' && film.release_type !== 'TRAILER')),
  );
  if (needed.some((slot) => !slot.playable_version && slot.transcode_status === 'ERROR')) throw videoFailed();
  if (needed.some((slot) => !slot.playable_version)) throw videoNotReady();
}

/** The changes that publishing is; a maker whose films are approved by setting needs no staff [STU-01]. */
export async function publishingChanges(tx: Tx, film: Film): Promise<FilmChanges> {
  if (film.is_approved || film.approval_withdrawn || !(await isAutoApproved(tx, film.created_by))) {
    return { published: true };
  }
  return { published: true, is_approved: true, auto_approved: true };
}

async function isAutoApproved(tx: Tx, accountId: string): Promise<boolean> {
  const text = 'SELECT 1 FROM maker_settings WHERE account_id = $1 AND auto_approved';
  return (await tx.query(text, [accountId])).length > 0;
}

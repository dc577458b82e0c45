import type { Tx } from '@marquee/data/database';
import type { Film } from '../../gen/prisma/client.ts';
import { isAutoApproved } from '../back-office/maker-settings.ts';
import {
  filmIncomplete,
  paymentsUnavailable,
  priceMissing,
  type VideoProblem,
  videoUnplayable,
} from '../films/film-errors.ts';
import type { FilmChanges } from '../films/film-store.ts';
import type { FilmResources } from '../resources.ts';
import { listSlots, problemOf, type Slot } from './asset-store.ts';
import type { BoundAsset } from './bind-assets.ts';
import { emptyFields, emptySlots } from './studio-film.ts';

/** What a film needs to be published: every asset and field, a price that we can take, videos that play. */
export async function requirePublishable(resources: Pick<FilmResources, 'config'>, tx: Tx, film: Film): Promise<void> {
  await requireComplete(resources, tx, film);
  requirePlayable(film, await listSlots(tx, [film.id]));
}

/**
 * What a published film needs when assets of it are replaced: nobody who may be watching loses a video to one that
 * does not play yet. A picture asks nothing of the videos, nor does one that waits for staff.
 */
export async function requireReplaceable(
  resources: Pick<FilmResources, 'config'>,
  tx: Tx,
  film: Film,
  bound: readonly BoundAsset[],
): Promise<void> {
  await requireComplete(resources, tx, film);
  const replaced = new Set(bound.map(({ facts }) => facts.media_id));
  const slots = await listSlots(tx, [film.id]);
  requirePlayable(
    film,
    slots.filter(({ media_id }) => replaced.has(media_id)),
  );
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
  const problems = needed.map(problemOf);
  // What asks for something to be done is said before what asks for patience.
  const reason = PROBLEMS.find((problem) => problems.includes(problem));
  if (reason) throw videoUnplayable(reason);
}

const PROBLEMS: readonly VideoProblem[] = ['VIDEO_FAILED', 'VIDEO_NOT_TRANSCODED', 'VIDEO_NOT_READY'];

/** The changes that publishing is; a maker whose films are approved by setting needs no staff [STU-01]. */
export async function publishingChanges(tx: Tx, film: Film): Promise<FilmChanges> {
  if (film.is_approved || film.approval_withdrawn || !(await isAutoApproved(tx, film.created_by))) {
    return { published: true };
  }
  return { published: true, is_approved: true, auto_approved: true };
}

import { missingFields } from '@marquee/rules/film-state';
import * as makers from '../back-office/makers.ts';
import {
  filmIncomplete,
  paymentsUnavailable,
  priceMissing,
  type VideoProblem,
  videoUnplayable,
} from '../films/film-errors.ts';
import type { Film, FilmChanges } from '../films/films.ts';
import type { FilmWrite } from '../resources.ts';
import * as assets from './assets.ts';
import type { BoundAsset } from './bind-assets.ts';
import { problemOf } from './projection.ts';
import { emptySlots } from './studio-film.ts';

type Publishing = Pick<FilmWrite, 'tx' | 'config'>;

/** What a film needs to be published: every asset and field, a price that can be paid, videos that play. */
export async function requirePublishable(write: Publishing, film: Film): Promise<void> {
  requirePlayable(film, await requireComplete(write, film));
}

/**
 * What a published film keeps: everything that publishing needs and that it had before. A video that may be watched now
 * is not replaced by one that does not play yet. Pictures, and replacements that wait for staff, need no video.
 */
export async function requireReplaceable(
  write: Publishing,
  before: Film,
  film: Film,
  bound: readonly BoundAsset[],
): Promise<void> {
  const held = await requireComplete(write, film, before);
  const replaced = new Set(bound.map(({ facts }) => facts.mediaId));
  requirePlayable(
    film,
    held.filter(({ mediaId }) => replaced.has(mediaId)),
  );
}

/** Every asset and field, except what a published film lacked before, and a price that can be paid. Gives the assets. */
async function requireComplete({ tx, config }: Publishing, film: Film, before?: Film): Promise<assets.Asset[]> {
  const held = await assets.list(tx, [film.id]);
  const lacked = before && { slots: emptySlots(before, held), fields: missingFields(before) };
  const slots = emptySlots(film, held).filter((slot) => !lacked?.slots.includes(slot));
  const fields = missingFields(film).filter((field) => !lacked?.fields.includes(field));
  if (slots.length > 0 || fields.length > 0) throw filmIncomplete(slots, fields);
  // Tickets to a premiere are sold for money.
  const isForCoins = film.coinCost > 0n && film.releaseType !== 'SCREENING';
  if (!film.isFree && film.usdCost === 0n && !isForCoins) throw priceMissing();
  if (!film.isFree && film.usdCost > 0n && config.PAYMENT_PROVIDER === '') throw paymentsUnavailable();
  return held;
}

// A problem that the maker has to solve is named before one that solves itself.
const PROBLEMS: readonly VideoProblem[] = ['VIDEO_FAILED', 'VIDEO_NOT_TRANSCODED', 'VIDEO_NOT_READY'];

function requirePlayable(film: Film, held: readonly assets.Asset[]): void {
  const needed = held.filter(
    ({ kind, waiting }) =>
      !waiting && (kind === 'TRAILER_VIDEO' || (kind === 'FILM_VIDEO' && film.releaseType !== 'TRAILER')),
  );
  const problems = needed.map(problemOf);
  const reason = PROBLEMS.find((problem) => problems.includes(problem));
  if (reason) throw videoUnplayable(reason);
}

/** The changes that publishing is; a maker whose films are approved by setting needs no staff [STU-01]. */
export async function publishingChanges(write: Pick<FilmWrite, 'tx' | 'clock'>, film: Film): Promise<FilmChanges> {
  const published = { published: true, submittedAt: write.clock.now(), ...answerOf(write, film) };
  const needsStaff = film.isApproved || film.approvalWithdrawn || film.changeState !== '';
  if (needsStaff || !(await makers.isAutoApproved(write.tx, film.createdBy))) return published;
  return { ...published, isApproved: true, autoApproved: true };
}

/** What changes when a maker sends a film for review: an open request for changes is answered, and it waits from now. */
export function answerOf({ clock }: Pick<FilmWrite, 'clock'>, film: Film): FilmChanges {
  return film.changeState === 'REQUESTED' ? { changeState: 'ANSWERED', submittedAt: clock.now() } : {};
}

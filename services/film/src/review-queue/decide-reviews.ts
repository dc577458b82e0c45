import { isId } from '@marquee/data/ids';
import { decideReviewsSchema } from '@marquee/rules/review-queue';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import * as films from '../films/films.ts';
import * as filmActions from '../moderation/film-actions.ts';
import type { FilmWrite } from '../resources.ts';
import { publishReply } from '../review-talk/add-reply.ts';
import * as counts from '../review-talk/review-counts.ts';
import * as reports from '../review-talk/words-reports.ts';
import { countReview } from '../reviews/count-review.ts';
import * as queue from './queued-reviews.ts';

export { decideReviewsSchema };

type Decided = queue.DecidedWords & { kind: queue.WordsKind };

/**
 * Releases what waits for staff, removes it, keeps it though it was reported, or says whether it is a spoiler, and writes
 * why into the history of each film. What was changed or decided since staff saw it is left as it is, and what was
 * reported since waits again [FLM-16].
 */
export async function decideReviews(
  write: FilmWrite,
  viewer: AccountViewer,
  { reviews: given, decision, reason }: z.output<typeof decideReviewsSchema>,
): Promise<{ leftIds: string[] }> {
  const decided: Decided[] = [];
  for (const kind of ['REVIEW', 'REPLY'] as const) {
    const seen = given.filter((one) => one.kind === kind && isId(one.id));
    const rows = await queue.decide(write.tx, { kind, seen, decision });
    decided.push(...rows.map((row) => ({ ...row, kind })));
    if (decision !== 'KEEP') continue;
    const ids = new Set(rows.map(({ id }) => id));
    const kept = seen.filter(({ id }) => ids.has(id));
    await reports.close(write.tx, kind, kept);
  }
  for (const words of decided) await count(write, words, decision);

  // In the order of the films, so that two members of staff never wait for each other.
  const byFilm = Map.groupBy(decided, ({ filmId }) => filmId);
  for (const filmId of [...byFilm.keys()].sort()) {
    await keepWhy(write, viewer, { filmId, decision, reason, words: byFilm.get(filmId) ?? [] });
  }
  const decidedIds = new Set(decided.map(({ id }) => id));
  return { leftIds: given.map(({ id }) => id).filter((id) => !decidedIds.has(id)) };
}

/** Brings the counts to what everybody sees now. */
async function count(write: FilmWrite, words: Decided, decision: queue.Decision): Promise<void> {
  const isPublished = decision === 'RELEASE';
  const isGone = decision === 'REMOVE' && !words.wasHeld;
  if (!isPublished && !isGone) return;
  if (words.kind === 'REVIEW') return countReview(write.tx, words, isPublished ? 1 : -1);
  if (isGone) return counts.add(write.tx, words.reviewId, { replies: -1 });
  await publishReply(write, words, { filmId: words.filmId, accountId: words.reviewerId });
}

const KINDS = {
  RELEASE: 'REVIEW_RELEASED',
  REMOVE: 'REVIEW_REMOVED',
  SPOILER: 'SPOILER_DECIDED',
  NO_SPOILER: 'SPOILER_DECIDED',
  KEEP: 'REVIEW_KEPT',
} as const satisfies Record<queue.Decision, filmActions.FilmActionKind>;

async function keepWhy(
  { tx, clock, touch }: FilmWrite,
  { accountId: actorId }: AccountViewer,
  {
    filmId,
    decision,
    reason,
    words,
  }: { filmId: string; decision: queue.Decision; reason: string; words: readonly Decided[] },
): Promise<void> {
  const film = await films.lock(tx, filmId);
  await filmActions.insert(
    tx,
    { filmId, version: film.version, actorId, createdAt: clock.now() },
    words.map(({ kind, accountId }) => ({
      kind: KINDS[decision],
      reason,
      changes: changesOf(decision, kind, accountId),
    })),
  );
  touch('film', film);
}

function changesOf(decision: queue.Decision, kind: queue.WordsKind, accountId: string): filmActions.FieldChange[] {
  const field = kind === 'REVIEW' ? 'reviewBy' : 'replyBy';
  const isGone = decision === 'REMOVE';
  const who = { field, before: isGone ? accountId : '', after: isGone ? '' : accountId };
  if (KINDS[decision] !== 'SPOILER_DECIDED') return [who];
  return [who, { field: 'spoiler', before: '', after: String(decision === 'SPOILER') }];
}

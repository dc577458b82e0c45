import { serviceNamed } from './running-services.ts';
import type { Scene } from './scene.ts';

/** A review that waits for staff. */
async function heldReview(scene: Scene): Promise<{ id: string; version: bigint }> {
  const id = await scene.review();
  const { db } = serviceNamed('film').platform;
  await db.query("UPDATE reviews SET held_at = now(), held_words = '{good}' WHERE id = $1", [id]);
  return { id, version: 1n };
}

/** Requests of the methods about reviews that need more than the values of their fields. */
export const REVIEW_ENTRIES = {
  'film.v1.ReviewQueueService/DecideReviews': {
    why: 'the review has to wait for staff',
    values: async (scene: Scene) => ({ reviews: [await heldReview(scene)], reason: 'Read by staff' }),
  },
};

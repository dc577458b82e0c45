import type { StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { useTopic } from '../../realtime/use-topic.ts';
import { meaningOf, preparedVideo } from './film-status.ts';
import { usePreparing } from './use-preparing.ts';

/** What a film's status means now. It follows what others do: the transcodes of its videos, and the decision of staff. */
export function StatusNow({ entry, refetch }: { entry: StudioFilm; refetch: () => unknown }) {
  const video = preparedVideo(entry);
  // Only a film that waits for somebody: a browser follows 50 topics at the most.
  const isWaiting = video || entry.awaitingApproval || entry.assets.some(({ awaitingApproval }) => awaitingApproval);
  useTopic(isWaiting ? `film:${entry.film?.id}` : null, undefined, refetch);
  const preparing = usePreparing(video?.stored ? video.mediaId : undefined, refetch);
  return <p className="text-ink-muted text-small">{meaningOf(entry, preparing)}</p>;
}

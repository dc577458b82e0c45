import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { ChangeRequest, StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { useRevalidator } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { usePending } from '../../data/use-pending.ts';
import { formatAddedDate } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { openRequest } from './film-status.ts';

const dateOf = ({ requestedAt }: ChangeRequest) =>
  requestedAt ? formatAddedDate(timestampDate(requestedAt), 'UTC') : '';

/** What staff ask for, until the film is sent for review again. */
export function ReviewNotice({ entry }: { entry: StudioFilm }) {
  const request = openRequest(entry);
  return request ? <ChangesAsked entry={entry} request={request} /> : null;
}

function ChangesAsked({ entry, request }: { entry: StudioFilm; request: ChangeRequest }) {
  const { revalidate } = useRevalidator();
  const [pending, during] = usePending();
  const film = entry.film;
  const send = () =>
    during(() =>
      orToast(async () => {
        await client(StudioService).sendFilmForReview({ filmId: film?.id ?? '' });
        toast({ message: _('The film was sent for review again.'), tone: 'good' });
        await revalidate();
      }, _('Failed to send the film for review')),
    );
  return (
    <section aria-labelledby="changes-asked" className="grid gap-3 rounded-panel bg-warn-wash p-4 text-warn-ink sm:p-6">
      <h2 id="changes-asked" className="font-medium text-body">
        {_('Our staff asked for changes on {date}', { date: dateOf(request) })}
      </h2>
      <p className="max-w-prose whitespace-pre-line wrap-anywhere text-ink">{request.reason}</p>
      {film?.published ? (
        <div>
          <Button variant="primary" pending={pending} onClick={send}>
            {_('Send for review again')}
          </Button>
        </div>
      ) : (
        <p className="text-small">{_('When you have made them, publish the film: that sends it for review again.')}</p>
      )}
    </section>
  );
}

/** The same in a film's row, in a few lines. */
export function ChangesAskedLine({ entry }: { entry: StudioFilm }) {
  const request = openRequest(entry);
  if (!request) return null;
  return (
    <p className="mt-1 line-clamp-3 wrap-anywhere text-small text-warn-ink">
      {_('Our staff asked for changes on {date}: {reason}', { date: dateOf(request), reason: request.reason })}
    </p>
  );
}

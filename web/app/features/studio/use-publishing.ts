import type { StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { messageOf, refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { usePending } from '../../data/use-pending.ts';
import { _, msg, worded } from '../../language/words.ts';
import { toast } from '../../ui/toast.ts';

const FAILED = msg('Failed to toggle publish status');

/**
 * Publishes and unpublishes a film. Unpublishing can be undone: what staff have approved stays approved, so that
 * publishing again restores the state before. `onChanged` receives the film as it is then.
 */
export function usePublishing(filmId: string, onChanged: (entry: StudioFilm | undefined) => unknown) {
  const [pending, during] = usePending();

  const run = (work: () => Promise<{ film?: StudioFilm }>, done: string, undo?: () => void) =>
    during(async () => {
      try {
        const { film } = await work();
        toast({ message: done, tone: 'good', ...(undo && { undo }) });
        await onChanged(film);
      } catch (error) {
        const detail = refusalOf(error)
          .fields.map(({ message }) => worded(message))
          .join(' ');
        toast({ message: messageOf(error, _(FAILED)), detail, tone: 'danger' });
      }
    });
  const publish = (done = _('The film is published.')) =>
    run(() => client(StudioService).publishFilm({ filmId }), done);
  return {
    pending,
    publish: () => void publish(),
    unpublish: () =>
      void run(
        () => client(StudioService).unpublishFilm({ filmId }),
        _('The film is no longer published.'),
        () => void publish(_('The film is published again.')),
      ),
  };
}

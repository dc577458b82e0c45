import type { Film } from '@marquee/contracts/film/v1/film_pb';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { usePending } from '../../data/use-pending.ts';
import { _ } from '../../language/words.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';

type Props = {
  film: Pick<Film, 'id' | 'filmTitle'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The message waits for it. */
  onDeleted: () => unknown;
};

/** Asks, and deletes a film for good. */
export function DeleteFilmDialog({ film, open, onOpenChange, onDeleted }: Props) {
  const [pending, during] = usePending();
  const remove = () =>
    during(() =>
      orToast(async () => {
        await client(StudioService).deleteFilm({ filmId: film.id });
        await onDeleted();
        toast({ message: _('“{filmTitle}” was deleted.', { filmTitle: film.filmTitle }) });
      }, _('Failed to delete record')),
    );
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={_('Delete “{filmTitle}”?', { filmTitle: film.filmTitle })}
      description={_('The film, its files, its crew and its reviews are removed for good.')}
      confirmLabel={_('Delete film')}
      destructive
      pending={pending}
      onConfirm={remove}
    />
  );
}

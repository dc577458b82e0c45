import { DiaryService } from '@marquee/contracts/film/v1/diary_pb';
import { client } from '../../api/browser/client.ts';
import { useOwn } from '../../data/use-own.ts';
import { _ } from '../../language/words.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { DiaryForm } from './diary-form.tsx';
import { today } from './today.ts';

type Props = {
  film: { id: string; title: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onAdded?: () => void;
};

/** Writes into the diary that the viewer watched a film. */
export default function LogFilmDialog({ film, open, onOpenChange, onAdded }: Props) {
  return (
    <Dialog title={_('I watched this')} description={film.title} open={open} onOpenChange={onOpenChange}>
      {open ? <LogFilmForm film={film} onAdded={onAdded} onClose={() => onOpenChange(false)} /> : null}
    </Dialog>
  );
}

function LogFilmForm({
  film,
  onAdded,
  onClose,
}: Pick<Props, 'film'> & { onAdded: (() => void) | undefined; onClose: () => void }) {
  // Whether it is a rewatch is known from the diary; when that cannot be asked, the person says so.
  const { own } = useOwn(DiaryService.method.listDiary, { filmId: film.id, pageSize: 1 });
  if (own.state === 'loading') return <Skeleton label={_('Loading your diary')} className="h-80" />;
  const rewatch = own.state === 'ready' && own.value.entries.length > 0;
  return (
    <DiaryForm
      title={film.title}
      initial={{ watchedOn: today(), rating: 0, rewatch, tags: [] }}
      submit={_('Add to diary')}
      onSave={async (fields) => {
        const { entry } = await client(DiaryService).addDiaryEntry({ filmId: film.id, ...fields });
        const entryId = entry?.id ?? '';
        onClose();
        onAdded?.();
        toast({
          message: _('{title} is in your diary.', { title: film.title }),
          tone: 'good',
          undo: () => void takeOut(entryId, onAdded),
        });
      }}
    />
  );
}

async function takeOut(entryId: string, onChanged: (() => void) | undefined): Promise<void> {
  try {
    await client(DiaryService).setDiaryEntryDeleted({ entryId, deleted: true });
    onChanged?.();
    toast({ message: _('It is not in your diary any more.') });
  } catch {
    toast({ message: _('We failed to take that back. Please try again from your diary.'), tone: 'danger' });
  }
}

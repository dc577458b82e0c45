import { type DiaryEntry, DiaryService, type ListDiaryResponse } from '@marquee/contracts/film/v1/diary_pb';
import { CalendarDays, CalendarPlus } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { ListEnd } from '../../data/list-end.tsx';
import { optimisticallyOrToast } from '../../data/optimistically.ts';
import { useMore } from '../../data/use-more.ts';
import { _ } from '../../language/words.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type Crumb, PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import type { CardView } from '../feed/card-view.ts';
import { type DiaryFields, DiaryForm } from './diary-form.tsx';
import { DiaryMonths } from './diary-months.tsx';
import { DownloadCsv } from './download-csv.tsx';
import { FilmPicker } from './film-picker.tsx';
import LogFilmDialog from './log-film-dialog.tsx';
import { OwnTabs } from './own-tabs.tsx';

export const DIARY_PAGE_SIZE = 60;

const titleOf = ({ film }: DiaryEntry) => film?.filmTitle ?? '';

/** The viewer's own diary, by month [FLM-14:diary]. */
export function DiaryPage({ list }: { list: ListDiaryResponse }) {
  const { revalidate } = useRevalidator();
  const again = () => void revalidate();
  const [editing, setEditing] = useState<DiaryEntry>();
  const { entries, more, remove, replace } = useDiary(list, '');
  const isEmpty = entries.length === 0 && !more.hasMore;
  return (
    <div className="page grid gap-8 pt-8">
      <OwnTabs />
      <PageTitle
        title={_('Diary')}
        lead={_('What you watched, the last day first.')}
        actions={
          <>
            <LinkButton to="/import">{_('Import')}</LinkButton>
            <DownloadCsv href="/diary.csv" isEmpty={list.total === 0} />
            <AddFilm onAdded={again} />
          </>
        }
      />
      {isEmpty ? (
        <EmptyState
          icon={<CalendarDays aria-hidden />}
          title={_('Your diary is empty')}
          action={<LinkButton to="/films">{_('Find a film')}</LinkButton>}
        >
          {_('Write down what you watch, the second time too. Nobody else sees it unless you show it.')}
        </EmptyState>
      ) : (
        <div>
          <DiaryMonths entries={entries} onEdit={setEditing} onRemove={remove} />
          <ListEnd list={more} more={_('Show earlier entries')} failed={_('We failed to load more of your diary.')}>
            {_('{count, plural, one {One entry.} other {All # entries.}}', { count: entries.length })}
          </ListEnd>
        </div>
      )}
      <ShowDiary shown={list.shown} />
      <Dialog
        title={_('Change this entry')}
        description={editing ? titleOf(editing) : ''}
        open={editing !== undefined}
        onOpenChange={(open) => (open ? undefined : setEditing(undefined))}
      >
        {editing ? (
          <DiaryForm
            title={titleOf(editing)}
            initial={editing}
            submit={_('Save entry')}
            onSave={async (fields) => {
              await saveEntry(editing, fields, replace, again);
              setEditing(undefined);
            }}
          />
        ) : null}
      </Dialog>
    </div>
  );
}

async function saveEntry(
  before: DiaryEntry,
  fields: DiaryFields,
  replace: (entry: DiaryEntry) => void,
  again: () => void,
): Promise<void> {
  const save = async (next: DiaryFields) => {
    const { entry } = await client(DiaryService).updateDiaryEntry({ entryId: before.id, ...next });
    if (!entry) return;
    replace(entry);
    // Another day may be in another place.
    if (entry.watchedOn !== before.watchedOn) again();
  };
  await save(fields);
  const { watchedOn, rating, rewatch, tags } = before;
  toast({
    message: _('Your entry was changed.'),
    tone: 'good',
    undo: () =>
      void save({ watchedOn, rating, rewatch, tags })
        .then(again)
        .catch(() => toast({ message: _('We failed to change that back. Please try again.'), tone: 'danger' })),
  });
}

/** The pages of a diary, without what was just deleted and with what was just changed. */
function useDiary(list: ListDiaryResponse, personId: string) {
  const { entries: items, nextCursor } = list;
  const [first, setFirst] = useState({ items, nextCursor });
  useEffect(() => setFirst({ items, nextCursor }), [items, nextCursor]);
  const more = useMore(first, {
    method: DiaryService.method.listDiary,
    request: (cursor) => ({ personId, pageSize: DIARY_PAGE_SIZE, cursor }),
    page: ({ entries, nextCursor: next }) => ({ items: entries, nextCursor: next }),
  });
  const [changed, setChanged] = useState<ReadonlyMap<string, DiaryEntry | null>>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was loaded again holds every change
  useEffect(() => setChanged(new Map()), [list]);
  const set = (id: string, entry: DiaryEntry | null | undefined) =>
    setChanged((now) => {
      const next = new Map(now);
      if (entry === undefined) next.delete(id);
      else next.set(id, entry);
      return next;
    });
  const entries = more.items.flatMap((entry) => {
    const now = changed.get(entry.id);
    return now === null ? [] : [now ?? entry];
  });
  const remove = async (entry: DiaryEntry) => {
    const show = (deleted: boolean) => () => {
      set(entry.id, deleted ? null : undefined);
      return () => set(entry.id, deleted ? undefined : null);
    };
    const save = (deleted: boolean) => () => client(DiaryService).setDiaryEntryDeleted({ entryId: entry.id, deleted });
    const failed = _('We failed to delete that. Please try again.');
    if (!(await optimisticallyOrToast(show(true), save(true), failed))) return;
    toast({
      message: _('{title} is out of your diary.', { title: titleOf(entry) }),
      undo: () =>
        void optimisticallyOrToast(show(false), save(false), _('We failed to put that back. Please try again.')),
    });
  };
  return { entries, more, remove, replace: (entry: DiaryEntry) => set(entry.id, entry) };
}

/** Chooses a film, then asks when it was watched. */
function AddFilm({ onAdded }: { onAdded: () => void }) {
  const [choosing, setChoosing] = useState(false);
  const [film, setFilm] = useState<CardView | null>(null);
  const [logging, setLogging] = useState(false);
  return (
    <>
      <Dialog
        title={_('Which film did you watch?')}
        open={choosing}
        onOpenChange={setChoosing}
        trigger={
          <Button variant="primary" icon={<CalendarPlus aria-hidden className="size-4" />}>
            {_('Add a film')}
          </Button>
        }
      >
        <FilmPicker
          label={_('Film')}
          onChoose={(chosen) => {
            setFilm(chosen);
            setChoosing(false);
            setLogging(true);
          }}
        />
      </Dialog>
      {film ? <LogFilmDialog film={film} open={logging} onOpenChange={setLogging} onAdded={onAdded} /> : null}
    </>
  );
}

/** Whether others see the diary: nobody does until its person says so. */
function ShowDiary({ shown }: { shown: boolean }) {
  const [isShown, setShown] = useState(shown);
  useEffect(() => setShown(shown), [shown]);
  const change = (next: boolean) =>
    void optimisticallyOrToast(
      () => {
        setShown(next);
        return () => setShown(!next);
      },
      () => client(DiaryService).setDiaryShown({ shown: next }),
      _('We failed to save that. Please try again.'),
    );
  return (
    <section aria-label={_('Who sees your diary')} className="max-w-xl border-line border-t pt-6">
      <Switch
        label={_('Show my diary on my profile')}
        hint={_('Everybody who sees your profile can then read it. A private profile shows nothing.')}
        checked={isShown}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </section>
  );
}

/** The diary of somebody who shows it. */
export function PersonDiaryPage({
  name,
  personId,
  list,
  crumb,
}: {
  name: string;
  personId: string;
  list: ListDiaryResponse;
  crumb: Crumb;
}): ReactNode {
  const { entries, more } = useDiary(list, personId);
  return (
    <div className="page grid gap-8 pt-8">
      <PageTitle title={_('Diary')} lead={_('What {name} watched.', { name })} crumbs={[crumb]} />
      {entries.length === 0 ? (
        <EmptyState icon={<CalendarDays aria-hidden />} title={_('Nothing here yet')}>
          {_('{name} has not written down a film yet.', { name })}
        </EmptyState>
      ) : (
        <div>
          <DiaryMonths entries={entries} />
          <ListEnd list={more} more={_('Show earlier entries')} failed={_('We failed to load more of this diary.')}>
            {_('{count, plural, one {One entry.} other {All # entries.}}', { count: entries.length })}
          </ListEnd>
        </div>
      )}
    </div>
  );
}

import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { _, type Message, msg } from '../../../language/words.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonClass, LinkButton } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { OwnTabs } from '../own-tabs.tsx';
import { ImportPreview } from './import-preview.tsx';
import { PastImports } from './past-imports.tsx';
import type { FileProblem, ReadImport } from './read-import.ts';
import { readInWorker } from './read-in-worker.ts';
import { useImport } from './use-import.ts';

const PROBLEMS: Record<FileProblem, Message> = {
  large: msg('This file is larger than 5 MB, which is the most we read. Please divide it.'),
  letters: msg('We could not read the letters of this file. Please save it as CSV in UTF-8.'),
  quote: msg('A quotation mark near line {value} has no partner. Please correct it there.'),
  columns: msg('We found no column Name in this file. Please choose a CSV file as Letterboxd or Marquee exports it.'),
  empty: msg('This file has no rows.'),
  rows: msg('This file has more than 20,000 rows, which is the most we read. Please divide it.'),
  unreadable: msg('We could not read this file as CSV. Please export it again.'),
};

/** Brings a diary, ratings or a watchlist from a CSV file [FLM-14:import]. */
export function ImportPage({
  list,
  read = readInWorker,
}: {
  /** The list that films are added to, in place of diary, ratings or watchlist. */
  list?: { id: string; title: string } | undefined;
  read?: (file: File) => Promise<ReadImport>;
}) {
  const one = useImport(read, list?.id);
  const { state } = one;
  return (
    <div className="page page-column gap-8 py-8 md:py-12">
      <OwnTabs />
      <PageTitle
        title={_('Import')}
        {...(list && { crumbs: [{ href: `/lists/${list.id}/edit`, label: list.title }] })}
        lead={
          list
            ? _('Add films to {title} from a CSV file of Letterboxd or Marquee.', { title: list.title })
            : _('Bring your diary, ratings or watchlist from Letterboxd, or from a file that you saved here.')
        }
      />
      {state.step === 'choose' || state.step === 'reading' ? (
        <ChooseFile
          pending={state.step === 'reading'}
          problem={
            state.step === 'choose' && state.problem ? _(PROBLEMS[state.problem], { value: state.line ?? 0 }) : ''
          }
          onChoose={(file) => void one.choose(file)}
        />
      ) : null}
      {state.step === 'matching' || state.step === 'adding' ? (
        <Working
          label={state.step === 'matching' ? _('Looking for your films') : _('Adding your films')}
          {...state}
          onRetry={one.retry}
          onLeave={one.restart}
        />
      ) : null}
      {state.step === 'preview' ? <ImportPreview {...one} /> : null}
      {state.step === 'done' ? (
        <div className="grid justify-items-start gap-4">
          <Banner tone="good">
            {_('{count, plural, =0 {Nothing new was added.} one {One film was added.} other {# films were added.}}', {
              count: state.addedCount,
            })}{' '}
            {state.keptCount > 0
              ? _('{count, plural, one {One was there already.} other {# were there already.}}', {
                  count: state.keptCount,
                })
              : ''}
          </Banner>
          <div className="flex flex-wrap gap-3">
            <LinkButton
              to={list ? `/lists/${list.id}` : one.kind === 'WATCHLIST' ? '/watchlist' : '/diary'}
              variant="primary"
            >
              {list ? _('See your list') : one.kind === 'WATCHLIST' ? _('See your watchlist') : _('See your diary')}
            </LinkButton>
            <Button onClick={one.restart}>{_('Import another file')}</Button>
          </div>
        </div>
      ) : null}
      <PastImports key={state.step === 'done' ? state.importId : String(state.step === 'choose')} />
    </div>
  );
}

function ChooseFile({
  pending,
  problem,
  onChoose,
}: {
  pending: boolean;
  problem: string;
  onChoose: (file: File) => void;
}) {
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the file input is the way for everybody
    <div
      className={`grid justify-items-start gap-3 rounded-panel border border-dashed p-5 ${isOver ? 'border-action bg-action-wash' : 'border-line-control'}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file && !pending) onChoose(file);
      }}
    >
      <label
        aria-busy={pending}
        className={buttonClass(
          'primary',
          'medium',
          'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-focus',
        )}
      >
        <FileUp aria-hidden className="size-4" />
        {pending ? _('Reading your file…') : _('Choose a CSV file')}
        <input
          type="file"
          accept=".csv,text/csv"
          className="sr-only"
          disabled={pending}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) onChoose(file);
            // Choosing the same file again is a choice too.
            target.value = '';
          }}
        />
      </label>
      <p className="text-ink-muted text-small">
        {_('At most 5 MB and 20,000 rows. You see what we found before anything is added, and can undo it.')}
      </p>
      {problem ? <FieldError>{problem}</FieldError> : null}
    </div>
  );
}

function Working({
  label,
  done,
  total,
  error,
  onRetry,
  onLeave,
}: {
  label: string;
  done: number;
  total: number;
  error?: string;
  onRetry: () => void;
  onLeave: () => void;
}) {
  return (
    <div className="grid gap-4">
      <Progress
        label={label}
        value={total > 0 ? (done / total) * 100 : 0}
        detail={_('{value} of {count}', { value: done, count: total })}
        tone={error ? 'danger' : 'action'}
      />
      {error ? (
        <>
          <Banner tone="danger" urgent>
            {error}
          </Banner>
          <div className="flex flex-wrap gap-3">
            <Button variant="primary" onClick={onRetry}>
              {_('Continue')}
            </Button>
            <Button onClick={onLeave}>{_('Stop here')}</Button>
          </div>
        </>
      ) : null}
    </div>
  );
}

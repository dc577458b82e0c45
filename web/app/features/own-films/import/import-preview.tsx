import { MatchState } from '@marquee/contracts/film/v1/imports_pb';
import { IMPORT_KINDS, type ImportKind } from '@marquee/rules/imports';
import { type ReactNode, useState } from 'react';
import { _, type Message, msg } from '../../../language/words.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/field.tsx';
import { cardView } from '../../feed/card-view.ts';
import { today } from '../today.ts';
import { isWhole, type MatchedRow } from './import-rows.ts';
import type { ImportedRow } from './read-import.ts';
import type { useImport } from './use-import.ts';

const SHOWN = 50;

export const KIND_LABELS: Record<ImportKind, Message> = {
  DIARY: msg('Diary'),
  RATINGS: msg('Ratings'),
  WATCHLIST: msg('Watchlist'),
  LIST: msg('List'),
};

type Props = Pick<
  ReturnType<typeof useImport>,
  'kind' | 'rows' | 'matched' | 'choices' | 'chosen' | 'choice' | 'changeKind' | 'start' | 'restart'
>;

/** What an import would add, before it does. */
export function ImportPreview({
  kind,
  rows,
  matched,
  choices,
  chosen,
  choice,
  changeKind,
  start,
  restart,
}: Props): ReactNode {
  const inState = (state: MatchState) => matched.filter(({ match }) => match.state === state);
  const broken = rows.filter((row) => !isWhole(row, kind, today()));
  return (
    <div className="grid gap-8">
      {kind === 'LIST' ? null : (
        <Select
          label={_('What this file holds')}
          hint={_('Half stars are rounded up. What you have here already stays as it is.')}
          value={kind}
          options={IMPORT_KINDS.filter((one) => one !== 'LIST').map((one) => ({
            value: one,
            label: _(KIND_LABELS[one]),
          }))}
          onChange={({ target }) => changeKind(target.value as ImportKind)}
        />
      )}
      <Group title={_('Found')} rows={inState(MatchState.FOUND)} rowKey={lineOf}>
        {({ row, match }) => <Line row={row} aside={match.films[0] ? cardView(match.films[0]).title : ''} />}
      </Group>
      <Group title={_('Please choose')} rows={inState(MatchState.AMBIGUOUS)} rowKey={lineOf} open>
        {({ row, match }) => (
          <div className="grid items-center gap-2 py-2 sm:grid-cols-2">
            <span className="min-w-0 truncate">{nameOf(row)}</span>
            <Select
              label={_('Film for {title}', { title: row.name })}
              hideLabel
              optional
              value={choices.get(row.line) ?? ''}
              options={[
                { value: '', label: _('Leave out') },
                ...match.films.map(cardView).map(({ id, title, facts, directors }) => ({
                  value: id,
                  label: [title, facts, directors].filter(Boolean).join(' · '),
                })),
              ]}
              onChange={({ target }) => choice(row.line, target.value)}
            />
          </div>
        )}
      </Group>
      <Group title={_('There already')} rows={inState(MatchState.ALREADY_THERE)} rowKey={lineOf}>
        {({ row }) => <Line row={row} />}
      </Group>
      <Group title={_('Not on Marquee')} rows={inState(MatchState.NOT_FOUND)} rowKey={lineOf}>
        {({ row }) => <Line row={row} />}
      </Group>
      <Group title={_('Rows without a title, a day or stars')} rows={broken} rowKey={({ line }) => line}>
        {(row) => <Line row={row} aside={_('Line {value}', { value: row.line })} />}
      </Group>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" disabled={chosen.length === 0} onClick={start}>
          {_('{count, plural, =0 {Nothing to add} one {Add one film} other {Add # films}}', { count: chosen.length })}
        </Button>
        <Button onClick={restart}>{_('Choose another file')}</Button>
      </div>
    </div>
  );
}

const lineOf = ({ row }: MatchedRow) => row.line;
const nameOf = ({ name, filmYear }: ImportedRow) => (filmYear > 0 ? `${name} (${filmYear})` : name);

function Line({ row, aside }: { row: ImportedRow; aside?: string }) {
  const name = nameOf(row);
  return (
    <p className="flex min-w-0 justify-between gap-4 py-2">
      <span className="truncate">{name || '—'}</span>
      <span className="shrink-0 text-ink-muted text-small">
        {[row.watchedDay, aside && aside !== row.name ? aside : ''].filter(Boolean).join(' · ')}
      </span>
    </p>
  );
}

function Group<Row>({
  title,
  rows,
  rowKey,
  open,
  children,
}: {
  title: string;
  rows: readonly Row[];
  rowKey: (row: Row) => number;
  open?: boolean;
  children: (row: Row) => ReactNode;
}) {
  const [shown, setShown] = useState(SHOWN);
  if (rows.length === 0) return null;
  return (
    <details open={open} className="rounded-panel border border-line px-4">
      <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-4 font-medium">
        {title}
        <span className="tabular text-ink-muted">{rows.length}</span>
      </summary>
      <ul className="divide-y divide-line border-line border-t">
        {rows.slice(0, shown).map((row) => (
          <li key={rowKey(row)}>{children(row)}</li>
        ))}
      </ul>
      {rows.length > shown ? (
        <Button variant="quiet" className="my-2" onClick={() => setShown(shown + SHOWN)}>
          {_('Show more')}
        </Button>
      ) : null}
    </details>
  );
}

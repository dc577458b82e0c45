import { MatchState } from '@marquee/contracts/film/v1/imports_pb';
import type { ImportKind } from '@marquee/rules/imports';
import { useRef, useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { _ } from '../../../language/words.ts';
import { today } from '../today.ts';
import { addPart, type ChosenRow, isWhole, type MatchedRow, matchPart, partsOf } from './import-rows.ts';
import type { FileProblem, ImportedRow, ReadImport } from './read-import.ts';

type Counts = { addedCount: number; keptCount: number };
export type ImportState =
  | { step: 'choose'; problem?: FileProblem; line?: number }
  | { step: 'reading' }
  | { step: 'matching'; done: number; total: number; error?: string }
  | { step: 'preview' }
  | { step: 'adding'; done: number; total: number; error?: string }
  | ({ step: 'done'; importId: string } & Counts);

const NOTHING: Counts = { addedCount: 0, keptCount: 0 };

/** One import from the chosen file to its end. A part that fails can be tried again: what was added is not added twice. */
export function useImport(read: (file: File) => Promise<ReadImport>, listId = '') {
  const [state, setState] = useState<ImportState>({ step: 'choose' });
  const [kind, setKind] = useState<ImportKind>('DIARY');
  const [rows, setRows] = useState<ImportedRow[]>([]);
  const [matched, setMatched] = useState<MatchedRow[]>([]);
  const [choices, setChoices] = useState<ReadonlyMap<number, string>>(new Map());
  const fileName = useRef('');
  const again = useRef(() => {});

  const match = async (of: ImportKind, all: readonly ImportedRow[], from: MatchedRow[] = []): Promise<void> => {
    const whole = all.filter((row) => isWhole(row, of, today()));
    const known = [...from];
    const progress = () => ({ done: known.length, total: whole.length });
    try {
      for (const part of partsOf(whole.slice(known.length))) {
        setState({ step: 'matching', ...progress() });
        known.push(...(await matchPart({ kind: of, listId }, part)));
      }
      setMatched(known);
      setState({ step: 'preview' });
    } catch (cause) {
      again.current = () => void match(of, all, known);
      setState({ step: 'matching', ...progress(), error: messageOf(cause, _('We failed to look for your films.')) });
    }
  };

  const choose = async (file: File): Promise<void> => {
    setState({ step: 'reading' });
    fileName.current = file.name;
    try {
      const result = await read(file);
      if (result.problem) {
        setState({ step: 'choose', ...result });
        return;
      }
      const of = listId ? 'LIST' : result.kind;
      setKind(of);
      setRows(result.rows);
      setChoices(new Map());
      await match(of, result.rows);
    } catch {
      setState({ step: 'choose', problem: 'unreadable', line: 0 });
    }
  };

  const changeKind = (next: ImportKind): void => {
    setKind(next);
    setChoices(new Map());
    void match(next, rows);
  };

  const chosen = matched.flatMap(({ row, match: { state: found, films } }): ChosenRow[] => {
    const filmId = found === MatchState.FOUND ? films[0]?.id : choices.get(row.line);
    return filmId ? [{ row, filmId }] : [];
  });

  const add = async (importId: string, parts = partsOf(chosen), at = 0, counts = NOTHING): Promise<void> => {
    const progress = (part: number) => ({
      done: parts.slice(0, part).reduce((sum, one) => sum + one.length, 0),
      total: parts.reduce((sum, one) => sum + one.length, 0),
    });
    let [next, { addedCount, keptCount }] = [at, counts];
    try {
      for (; next < parts.length; next += 1) {
        setState({ step: 'adding', ...progress(next) });
        const added = await addPart({ importId, kind, listId, fileName: fileName.current }, parts[next] ?? []);
        addedCount += added.addedCount;
        keptCount += added.keptCount;
      }
      setState({ step: 'done', importId, addedCount, keptCount });
    } catch (cause) {
      again.current = () => void add(importId, parts, next, { addedCount, keptCount });
      const error = messageOf(cause, _('We failed to add your films. What was added so far is safe.'));
      setState({ step: 'adding', ...progress(next), error });
    }
  };

  return {
    ...{ state, kind, rows, matched, choices, chosen, choose, changeKind },
    choice: (line: number, filmId: string) => setChoices((now) => new Map(now).set(line, filmId)),
    start: () => void add(crypto.randomUUID()),
    retry: () => again.current(),
    restart: () => setState({ step: 'choose' }),
  };
}

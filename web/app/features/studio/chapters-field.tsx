import { CHAPTER_LIMITS, CHAPTER_MESSAGES, type Chapter } from '@marquee/rules/chapters';
import { Trash2 } from 'lucide-react';
import { type Ref, useId } from 'react';
import { z } from 'zod';
import { formatPosition } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Button, iconButtonClass } from '../../ui/button.tsx';
import { controlClass, FieldError } from '../../ui/field.tsx';

/** A chapter as it is typed. */
export type ChapterRow = { time: string; title: string };

const TIME = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]?\d)$/;

/** Seconds of a time such as 1:02:30 or 62:30; undefined for what is none. */
export function secondsOf(time: string): number | undefined {
  const [, hours = '0', minutes, seconds] = TIME.exec(time.trim()) ?? [];
  return minutes === undefined ? undefined : Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

const isBlank = ({ time, title }: ChapterRow) => time.trim() === '' && title.trim() === '';

/** Rows in any order; one without time and title is none yet. */
export const chapterRowsSchema = z
  .array(z.object({ time: z.string(), title: z.string() }))
  .superRefine((rows, check) => {
    const filled = rows.filter((row) => !isBlank(row));
    const times = filled.map(({ time }) => secondsOf(time));
    const say = (message: string) => check.addIssue({ code: 'custom', message });
    if (filled.length > CHAPTER_LIMITS.chaptersMax) say(CHAPTER_MESSAGES.tooMany);
    else if (times.includes(undefined)) say(CHAPTER_MESSAGES.timeUnknown);
    else if (filled.some(({ title }) => title.trim() === '')) say(CHAPTER_MESSAGES.titleMissing);
    else if (filled.some(({ title }) => title.trim().length > CHAPTER_LIMITS.titleLengthMax)) {
      say(CHAPTER_MESSAGES.titleLength);
    } else if (new Set(times).size < times.length) say(CHAPTER_MESSAGES.order);
  });

export const chapterRows = (chapters: readonly Chapter[]): ChapterRow[] =>
  chapters.map(({ startS, title }) => ({ time: formatPosition(startS * 1_000), title }));

/** The chapters that valid rows are, in order. */
export const chaptersOf = (rows: readonly ChapterRow[]): Chapter[] =>
  rows
    .filter((row) => !isBlank(row))
    .map(({ time, title }) => ({ startS: secondsOf(time) ?? 0, title: title.trim() }))
    .sort((a, b) => a.startS - b.startS);

/** The chapters of a film, each with where it begins [STU-12:chapters]. */
export function ChaptersField({
  value,
  onChange,
  inputRef,
  error,
}: {
  value: readonly ChapterRow[];
  onChange: (rows: ChapterRow[]) => void;
  inputRef: Ref<HTMLInputElement>;
  error: string | undefined;
}) {
  const errorId = useId();
  const change = (index: number, part: Partial<ChapterRow>) =>
    onChange(value.map((row, at) => (at === index ? { ...row, ...part } : row)));
  const described = error ? { 'aria-invalid': true, 'aria-describedby': errorId } : {};
  return (
    <div className="grid gap-3">
      <p className="text-ink-muted text-small">
        {_('Viewers go to a chapter from the seek bar, a list or with N and P. They save by themselves.')}
      </p>
      {value.length > 0 ? (
        <ol className="grid gap-2">
          {value.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and hold no state.
            <li key={index} className="grid grid-cols-[7rem_1fr_auto] items-center gap-2">
              <input
                ref={index === 0 ? inputRef : undefined}
                aria-label={_('Start of chapter {number}', { number: index + 1 })}
                placeholder="0:00"
                autoComplete="off"
                value={row.time}
                onChange={({ currentTarget }) => change(index, { time: currentTarget.value })}
                className={`${controlClass} tabular h-11`}
                {...described}
              />
              <input
                aria-label={_('Title of chapter {number}', { number: index + 1 })}
                autoComplete="off"
                maxLength={CHAPTER_LIMITS.titleLengthMax}
                value={row.title}
                onChange={({ currentTarget }) => change(index, { title: currentTarget.value })}
                className={`${controlClass} h-11 min-w-0`}
                {...described}
              />
              <button
                type="button"
                aria-label={_('Remove chapter {number}', { number: index + 1 })}
                className={iconButtonClass('medium')}
                onClick={() => onChange(value.filter((_row, at) => at !== index))}
              >
                <Trash2 aria-hidden className="size-5" />
              </button>
            </li>
          ))}
        </ol>
      ) : null}
      {error ? (
        <div id={errorId}>
          <FieldError>{error}</FieldError>
        </div>
      ) : null}
      {value.length < CHAPTER_LIMITS.chaptersMax ? (
        <Button
          size="small"
          className="justify-self-start"
          onClick={() => onChange([...value, { time: '', title: '' }])}
        >
          {_('Add a chapter')}
        </Button>
      ) : null}
    </div>
  );
}

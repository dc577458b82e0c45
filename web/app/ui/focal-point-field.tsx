import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react';
import { _ } from '../language/words.ts';
import { classNames } from './class-names.ts';
import { type Focus, type PictureSource, Still } from './picture.tsx';

/** Where a picture is cropped to unless something else is known. */
export const CENTRE: Focus = { x: 50, y: 50 };
const STEP = 1;
const LARGE_STEP = 10;
const ARROWS: Record<string, Focus> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const bounded = (percent: number) => Math.min(100, Math.max(0, Math.round(percent)));

/** Picks the place in a picture that stays in view where it is cropped: by click, drag or the arrow keys. */
export function FocalPointField({
  label,
  hint,
  source,
  value,
  onChange,
  error,
}: {
  label: string;
  hint: string;
  source: PictureSource;
  value: Focus;
  onChange: (value: Focus) => void;
  error?: string;
}) {
  const id = useId();
  const picture = useRef<HTMLDivElement>(null);
  const place = ({ clientX, clientY }: PointerEvent) => {
    const box = picture.current?.getBoundingClientRect();
    if (!box || box.width === 0 || box.height === 0) return;
    const x = bounded(((clientX - box.left) / box.width) * 100);
    const y = bounded(((clientY - box.top) / box.height) * 100);
    if (x !== value.x || y !== value.y) onChange({ x, y });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const step = event.shiftKey ? LARGE_STEP : STEP;
    onChange({ x: bounded(value.x + arrow.x * step), y: bounded(value.y + arrow.y * step) });
  };
  return (
    <div className="grid gap-2">
      <span id={`${id}-label`} className="font-medium text-small">
        {label}
      </span>
      <span id={`${id}-hint`} className="text-caption text-ink-muted">
        {hint}
      </span>
      <div
        ref={picture}
        className="relative max-w-xl cursor-crosshair touch-none overflow-hidden rounded-poster"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          event.currentTarget.querySelector('button')?.focus();
          place(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) place(event);
        }}
      >
        <Still source={source} alt="" sizes="(min-width: 40rem) 36rem, 100vw" className="pointer-events-none" />
        <button
          type="button"
          aria-labelledby={`${id}-label ${id}-value`}
          aria-describedby={`${id}-hint ${id}-error`}
          onKeyDown={onKeyDown}
          className="absolute size-11 -translate-x-1/2 -translate-y-1/2 cursor-grab rounded-full border-2 border-on-film bg-film/30 shadow-[0_0_0_1px_rgb(0_0_0/0.6)] before:absolute before:inset-1/2 before:size-1.5 before:-translate-x-1/2 before:-translate-y-1/2 before:rounded-full before:bg-on-film"
          style={{ left: `${value.x}%`, top: `${value.y}%` }}
        />
      </div>
      <span id={`${id}-value`} className="tabular text-caption text-ink-muted">
        {_('{x}% from the left, {y}% from the top', { x: value.x, y: value.y })}
      </span>
      <span
        id={`${id}-error`}
        role={error ? 'alert' : undefined}
        className={classNames('text-danger-ink text-small', !error && 'hidden')}
      >
        {error}
      </span>
    </div>
  );
}

import { type PointerEvent, useRef, useState } from 'react';
import { formatPosition } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { classNames } from '../../ui/class-names.ts';
import { chapterAt } from './chapters.ts';
import type { Playback } from './playback.ts';
import { spokenTime } from './time-text.ts';
import { usePlaybackState } from './use-playback-state.ts';
import type { Preview } from './use-thumbnails.ts';

const PREVIEW_WIDTH = 176;

/** Where the film is, what is loaded, and a picture of where a click would lead. */
export function SeekBar({
  playback,
  previewAt,
}: {
  playback: Playback;
  previewAt: (second: number) => Preview | undefined;
}) {
  const position = usePlaybackState(playback, (state) => state.position);
  const duration = usePlaybackState(playback, (state) => state.duration);
  const chapters = usePlaybackState(playback, (state) => state.chapters);
  const buffered = usePlaybackState(playback, (state) => state.buffered);
  const [dragged, setDragged] = useState<number>();
  const [hovered, setHovered] = useState<number>();
  const bar = useRef<HTMLDivElement>(null);

  const shown = dragged ?? position;
  const looked = dragged ?? hovered;
  const share = (second: number) => (duration > 0 ? Math.min(100, Math.max(0, (second / duration) * 100)) : 0);
  const secondAt = (event: PointerEvent) => {
    const box = bar.current?.getBoundingClientRect();
    if (!box || duration === 0) return undefined;
    return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * duration;
  };
  const time = _('{spokenTime} of {spokenTime2}', {
    spokenTime: spokenTime(shown),
    spokenTime2: spokenTime(duration),
  });
  const chapter = chapterAt(chapters, shown)?.title;
  const spoken = chapter ? `${time}, ${chapter}` : time;
  const commit = () => {
    if (dragged === undefined) return;
    playback.seek(dragged);
    setDragged(undefined);
  };

  return (
    <div
      ref={bar}
      className="group/seek relative flex h-8 touch-none items-center pointer-coarse:h-11"
      onPointerMove={(event) => event.pointerType === 'mouse' && setHovered(secondAt(event))}
      onPointerLeave={() => setHovered(undefined)}
    >
      <div
        className={classNames(
          'pointer-events-none relative h-1 w-full overflow-hidden rounded-full bg-on-film/25 transition-[height] duration-(--quick) group-hover/seek:h-1.5',
          dragged !== undefined && 'h-1.5',
        )}
      >
        {buffered.map((range) => (
          <span
            key={range.from}
            className="absolute inset-y-0 bg-on-film/30"
            style={{ left: `${share(range.from)}%`, width: `${share(range.to) - share(range.from)}%` }}
          />
        ))}
        <span className="absolute inset-y-0 left-0 bg-action" style={{ width: `${share(shown)}%` }} />
        {chapters.map(({ startS }) =>
          startS > 0 ? (
            <span key={startS} className="absolute inset-y-0 w-0.5 bg-film" style={{ left: `${share(startS)}%` }} />
          ) : null,
        )}
        {hovered !== undefined && dragged === undefined ? (
          <span className="absolute inset-y-0 w-px bg-on-film" style={{ left: `${share(hovered)}%` }} />
        ) : null}
      </div>
      <span
        aria-hidden
        className={classNames(
          'pointer-events-none absolute size-3.5 -translate-x-1/2 scale-0 rounded-full bg-action transition-transform duration-(--quick) group-hover/seek:scale-100 group-focus-within/seek:scale-100 pointer-coarse:scale-100',
          dragged !== undefined && 'scale-125',
        )}
        style={{ left: `${share(shown)}%` }}
      />
      <input
        type="range"
        data-keys="seek-bar"
        aria-label={_('Position in the film')}
        aria-valuetext={spoken}
        min={0}
        max={Math.max(1, Math.floor(duration))}
        step={1}
        value={Math.floor(shown)}
        disabled={duration === 0}
        onChange={(event) => setDragged(Number(event.currentTarget.value))}
        onPointerUp={commit}
        onPointerCancel={() => setDragged(undefined)}
        onKeyUp={commit}
        onBlur={commit}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      {looked === undefined || duration === 0 ? null : (
        <SeekPreview
          at={looked}
          share={share(looked)}
          preview={previewAt(looked)}
          chapter={chapterAt(chapters, looked)?.title}
        />
      )}
    </div>
  );
}

function SeekPreview({
  at,
  share,
  preview,
  chapter,
}: {
  at: number;
  share: number;
  preview: Preview | undefined;
  chapter: string | undefined;
}) {
  const thumbnail = preview?.thumbnail;
  const scale = thumbnail ? PREVIEW_WIDTH / Math.max(thumbnail.width, thumbnail.height) : 1;
  const half = thumbnail ? (thumbnail.width * scale) / 2 : 32;
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute bottom-full mb-2 grid -translate-x-1/2 justify-items-center gap-1.5"
      style={{ left: `clamp(${half}px, ${share}%, calc(100% - ${half}px))` }}
    >
      {thumbnail ? (
        <div
          className="overflow-hidden rounded-control bg-film outline outline-on-film/20"
          style={{ width: thumbnail.width * scale, height: thumbnail.height * scale }}
        >
          {preview.picture ? (
            <div
              className="origin-top-left"
              style={{
                width: thumbnail.width,
                height: thumbnail.height,
                transform: `scale(${scale})`,
                backgroundImage: `url(${preview.picture})`,
                backgroundPosition: `-${thumbnail.x}px -${thumbnail.y}px`,
              }}
            />
          ) : null}
        </div>
      ) : null}
      {chapter ? (
        <span className="max-w-44 truncate rounded-[5px] bg-film/85 px-2 py-0.5 text-caption text-on-film">
          {chapter}
        </span>
      ) : null}
      <span className="tabular rounded-[5px] bg-film/85 px-2 py-0.5 font-medium text-caption text-on-film">
        {formatPosition(at * 1000)}
      </span>
    </div>
  );
}

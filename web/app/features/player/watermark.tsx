import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatMoment } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import type { Playback } from './playback.ts';
import { isShownOver } from './watermark-shown.ts';

/** How long a watermark stays in one place, and where it goes, in percent of the picture. */
const MOVES_EVERY_MS = 20_000;
const PLACES = [
  { left: 8, top: 12 },
  { left: 55, top: 70 },
  { left: 60, top: 15 },
  { left: 12, top: 65 },
  { left: 35, top: 40 },
] as const;
/** Style sheets change what is shown without a change of the page's elements. */
const LOOKS_EVERY_MS = 1_000;

/**
 * The viewer's name and the time over the picture. A page that hides it, moves it away or takes it out ends playback, and
 * so does showing the picture without the page around it [WAT-14:watermark].
 */
export function Watermark({
  text,
  playback,
  video,
  frame,
}: {
  text: string;
  playback: Playback;
  video: RefObject<HTMLVideoElement | null>;
  frame: RefObject<HTMLElement | null>;
}) {
  const mark = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const [now, setNow] = useState<Date>();
  useEffect(() => {
    setNow(new Date());
    const timer = setInterval(() => {
      setAt((place) => (place + 1) % PLACES.length);
      setNow(new Date());
    }, MOVES_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    const element = mark.current;
    const around = frame.current;
    if (!element || !around) return;
    const look = () => {
      const picture = video.current;
      if (playback.store.get().problem || !picture) return;
      if (!isShownOver({ mark: element, frame: around, picture, text })) playback.end(watermarkProblem());
    };
    const observer = new MutationObserver(look);
    observer.observe(around, { subtree: true, childList: true, characterData: true, attributes: true });
    const timer = setInterval(look, LOOKS_EVERY_MS);
    const events = ['fullscreenchange', 'enterpictureinpicture'] as const;
    for (const name of events) document.addEventListener(name, look, true);
    return () => {
      observer.disconnect();
      clearInterval(timer);
      for (const name of events) document.removeEventListener(name, look, true);
    };
  }, [playback, text, frame, video]);
  const { left, top } = PLACES[at] ?? PLACES[0];
  return (
    <div
      ref={mark}
      aria-hidden
      className="pointer-events-none absolute z-[5] max-w-[40%] select-none whitespace-pre-line text-[clamp(0.75rem,1.6vw,1.25rem)] text-white leading-tight [text-shadow:0_0_3px_rgb(0_0_0/0.9)]"
      style={{ insetInlineStart: `${left}%`, top: `${top}%`, opacity: 0.4 }}
    >
      {now ? `${text}\n${formatMoment(now)}` : text}
    </div>
  );
}

const watermarkProblem = () => ({
  reason: 'WATERMARK_HIDDEN',
  message: _('This film plays with your name over the picture.'),
  advice: _('Something on this page or in your browser hid it. Turn that off and start the film again.'),
  remedy: 'watch-again' as const,
});

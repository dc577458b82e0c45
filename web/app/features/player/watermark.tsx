import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatMoment } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import type { Playback } from './playback.ts';
import { isShownOver, type PictureBox, pictureBoxIn, placeIn } from './watermark-shown.ts';

/** How long a watermark stays in one place, and where it goes, in parts of the picture. */
const MOVES_EVERY_MS = 20_000;
const PLACES = [
  { x: 0.08, y: 0.12 },
  { x: 0.55, y: 0.7 },
  { x: 0.6, y: 0.15 },
  { x: 0.12, y: 0.65 },
  { x: 0.35, y: 0.4 },
] as const;
/** Style sheets change what is shown without a change of the page's elements. */
const LOOKS_EVERY_MS = 1_000;
/** In between, a window that changes its shape leaves the watermark where the picture was. */
const CONFIRMED_AFTER_MS = 500;

/**
 * The viewer's name and the time over the picture. A page that hides it, moves it out of the picture or removes it ends
 * playback, and so does showing the picture without the page around it [WAT-14:watermark].
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
  const [turn, setTurn] = useState(0);
  const [now, setNow] = useState<Date>();
  const [box, setBox] = useState<PictureBox>();
  useEffect(() => {
    setNow(new Date());
    const timer = setInterval(() => {
      setTurn((count) => count + 1);
      setNow(new Date());
    }, MOVES_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    const picture = video.current;
    const around = frame.current;
    if (!picture || !around) return;
    const measure = () => setBox(pictureBoxIn(around, picture));
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(picture);
    // The size of the film itself is known later.
    picture.addEventListener('resize', measure);
    return () => {
      resized.disconnect();
      picture.removeEventListener('resize', measure);
    };
  }, [video, frame]);
  useEffect(() => {
    const element = mark.current;
    const around = frame.current;
    if (!element || !around) return;
    let confirming: ReturnType<typeof setTimeout> | undefined;
    const isGone = () => {
      const picture = video.current;
      if (playback.store.get().problem || !picture) return false;
      return !isShownOver({ mark: element, frame: around, picture, text });
    };
    const confirm = () => {
      confirming = undefined;
      if (isGone()) playback.end(watermarkProblem());
    };
    const look = () => {
      if (isGone()) confirming ??= setTimeout(confirm, CONFIRMED_AFTER_MS);
    };
    const observer = new MutationObserver(look);
    observer.observe(around, { subtree: true, childList: true, characterData: true, attributes: true });
    const timer = setInterval(look, LOOKS_EVERY_MS);
    const events = ['fullscreenchange', 'enterpictureinpicture'] as const;
    for (const name of events) document.addEventListener(name, look, true);
    return () => {
      observer.disconnect();
      clearInterval(timer);
      clearTimeout(confirming);
      for (const name of events) document.removeEventListener(name, look, true);
    };
  }, [playback, text, frame, video]);
  const place = PLACES[turn % PLACES.length] ?? PLACES[0];
  return (
    <div
      ref={mark}
      aria-hidden
      className="pointer-events-none wrap-anywhere absolute z-[5] select-none whitespace-pre-line text-[clamp(0.6875rem,1.6vw,1.25rem)] text-white leading-tight [text-shadow:0_0_3px_rgb(0_0_0/0.9)]"
      style={{ ...(box && placeIn(box, place)), opacity: 0.55 }}
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

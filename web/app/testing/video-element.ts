import './track-element.ts';

/** The length of every film here, in seconds. */
export const DURATION_S = 600;

// What jsdom leaves out of a video element: it loads, plays, pauses and seeks at once, says so, and shows no picture.
const playing = new WeakSet<HTMLMediaElement>();
const loaded = new WeakSet<HTMLMediaElement>();
const positions = new WeakMap<HTMLMediaElement, number>();

Object.assign(globalThis, { MediaError: { MEDIA_ERR_NETWORK: 2 } });

const say = (element: HTMLMediaElement, ...events: string[]) => {
  for (const event of events) element.dispatchEvent(new Event(event));
};

Object.defineProperties(HTMLMediaElement.prototype, {
  load: {
    value(this: HTMLMediaElement) {
      if (!this.src) return;
      queueMicrotask(() => {
        loaded.add(this);
        say(this, 'durationchange', 'loadedmetadata', 'loadeddata');
      });
    },
  },
  paused: {
    get(this: HTMLMediaElement) {
      return !playing.has(this);
    },
  },
  readyState: {
    get(this: HTMLMediaElement) {
      return loaded.has(this) ? HTMLMediaElement.HAVE_ENOUGH_DATA : HTMLMediaElement.HAVE_NOTHING;
    },
  },
  duration: {
    get(this: HTMLMediaElement) {
      return loaded.has(this) ? DURATION_S : Number.NaN;
    },
  },
  currentTime: {
    get(this: HTMLMediaElement) {
      return positions.get(this) ?? 0;
    },
    set(this: HTMLMediaElement, second: number) {
      positions.set(this, second);
      say(this, 'seeking', 'timeupdate', 'seeked');
    },
  },
  play: {
    async value(this: HTMLMediaElement) {
      playing.add(this);
      say(this, 'play', 'playing');
    },
  },
  pause: {
    value(this: HTMLMediaElement) {
      playing.delete(this);
      say(this, 'pause');
    },
  },
});

/** Gives video elements what jsdom leaves out: they play and pause at once, say so, and never show a picture. */
const playing = new WeakSet<HTMLMediaElement>();

Object.defineProperties(HTMLMediaElement.prototype, {
  load: {
    value(this: HTMLMediaElement) {
      if (this.src) queueMicrotask(() => this.dispatchEvent(new Event('loadedmetadata')));
    },
  },
  paused: {
    get(this: HTMLMediaElement) {
      return !playing.has(this);
    },
  },
  play: {
    async value(this: HTMLMediaElement) {
      playing.add(this);
      this.dispatchEvent(new Event('play'));
      this.dispatchEvent(new Event('playing'));
    },
  },
  pause: {
    value(this: HTMLMediaElement) {
      playing.delete(this);
      this.dispatchEvent(new Event('pause'));
    },
  },
});

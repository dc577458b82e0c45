// What jsdom leaves out of a track element: its text track, without cues.
const tracks = new WeakMap<HTMLTrackElement, { mode: TextTrackMode }>();

Object.defineProperty(HTMLTrackElement.prototype, 'track', {
  configurable: true,
  get(this: HTMLTrackElement) {
    const track = tracks.get(this) ?? { mode: 'disabled' };
    tracks.set(this, track);
    return track;
  },
});

import type { ChapterSpan } from './chapters.ts';
import { NO_TRACKS, type Tracks } from './engine.ts';
import type { Problem } from './problem.ts';
import type { RemoteScreen } from './remote-screen.ts';
import { DEFAULT_LOOK, type TextLook } from './viewer-choices.ts';

export type PlaybackState = {
  /** A new number asks React for a new video element. */
  generation: number;
  /** No frame is shown yet. */
  loading: boolean;
  playing: boolean;
  /** Waiting for data, for long enough to show it. */
  buffering: boolean;
  ended: boolean;
  /** The browser requires a click before it plays sound. */
  needsGesture: boolean;
  position: number;
  duration: number;
  buffered: readonly { from: number; to: number }[];
  volume: number;
  muted: boolean;
  rate: number;
  tracks: Tracks;
  inPictureInPicture: boolean;
  remote: RemoteScreen;
  textLook: TextLook;
  /** Pictures over the seek bar. */
  previews: boolean;
  /** Keys of one letter, sign or digit are commands. */
  letterKeys: boolean;
  chapters: readonly ChapterSpan[];
  problem: Problem | undefined;
};

export const INITIAL_STATE: PlaybackState = {
  generation: 0,
  loading: true,
  playing: false,
  buffering: false,
  ended: false,
  needsGesture: false,
  position: 0,
  duration: 0,
  buffered: [],
  volume: 1,
  muted: false,
  rate: 1,
  tracks: NO_TRACKS,
  inPictureInPicture: false,
  remote: 'none',
  textLook: DEFAULT_LOOK,
  previews: true,
  letterKeys: true,
  chapters: [],
  problem: undefined,
};

/** A value for useSyncExternalStore. */
export class Store<State extends object> {
  #state: State;
  readonly #listeners = new Set<() => void>();

  constructor(initial: State) {
    this.#state = initial;
  }

  get = (): State => this.#state;

  set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

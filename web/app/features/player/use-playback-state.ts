import { useSyncExternalStore } from 'react';
import type { Playback } from './playback.ts';
import type { PlaybackState } from './playback-state.ts';

/** One value of a playback; the component renders only when that one changes. */
export function usePlaybackState<T>(playback: Playback, select: (state: PlaybackState) => T): T {
  const read = () => select(playback.store.get());
  return useSyncExternalStore(playback.store.subscribe, read, read);
}

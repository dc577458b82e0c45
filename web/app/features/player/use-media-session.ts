import { useEffect } from 'react';
import type { Playback } from './playback.ts';

type Artwork = { src: string; sizes?: string; type?: string }[];

/** Connects headset keys, the lock screen and the system's media controls. */
export function useMediaSession(playback: Playback, title: string, artwork: Artwork): void {
  const picture = artwork[0]?.src;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the artwork is a new array on every render; its address says whether it changed.
  useEffect(() => {
    const session = navigator.mediaSession;
    if (!session || typeof MediaMetadata === 'undefined') return;
    session.metadata = new MediaMetadata({ title, artist: 'Marquee', artwork });
    const play: [MediaSessionAction, MediaSessionActionHandler] = ['play', () => void playback.play()];
    const moves: [MediaSessionAction, MediaSessionActionHandler][] = [
      ['pause', () => playback.togglePlay()],
      ['seekbackward', ({ seekOffset }) => playback.seekBy(-(seekOffset ?? 10))],
      ['seekforward', ({ seekOffset }) => playback.seekBy(seekOffset ?? 10)],
      ['seekto', ({ seekTime }) => seekTime !== undefined && playback.seek(seekTime)],
    ];
    const actions = playback.isLive ? [play] : [play, ...moves];
    for (const [action, handler] of actions) trySet(session, action, handler);
    const stop = playback.store.subscribe(() => {
      const { playing, position, duration, rate } = playback.store.get();
      session.playbackState = playing ? 'playing' : 'paused';
      if (duration > 0 && position <= duration) {
        session.setPositionState?.({ duration, position, playbackRate: rate });
      }
    });
    return () => {
      stop();
      for (const [action] of actions) trySet(session, action, null);
      session.metadata = null;
      session.playbackState = 'none';
    };
  }, [playback, title, picture]);
}

/** Browsers throw for unknown actions. */
function trySet(session: MediaSession, action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    session.setActionHandler(action, handler);
  } catch {
    // The action stays without effect.
  }
}

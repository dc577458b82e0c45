import { type RefObject, useCallback, useEffect, useState } from 'react';

type AppleVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** Full screen of the whole player; on iPhones of the video element alone, unless that is to stay in its page. */
export function useFullscreen(
  frame: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
  { withPageOnly = false } = {},
) {
  const [isFullscreen, setFullscreen] = useState(false);
  useEffect(() => {
    const follow = () =>
      setFullscreen(document.fullscreenElement !== null && document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [frame]);
  const toggle = useCallback(async () => {
    if (document.fullscreenElement) return document.exitFullscreen();
    if (frame.current?.requestFullscreen) {
      await frame.current.requestFullscreen({ navigationUI: 'hide' }).catch(() => {});
      const orientation = screen.orientation as ScreenOrientation & { lock?: (to: string) => Promise<void> };
      const portraitFilm = (video.current?.videoHeight ?? 0) > (video.current?.videoWidth ?? 0);
      if (!portraitFilm) await orientation.lock?.('landscape').catch(() => {});
      return;
    }
    if (!withPageOnly) (video.current as AppleVideo | null)?.webkitEnterFullscreen?.();
  }, [frame, video, withPageOnly]);
  return { isFullscreen, toggle };
}

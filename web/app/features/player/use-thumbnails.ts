import { useCallback, useEffect, useRef, useState } from 'react';
import type { SignedSource } from './engine.ts';
import { besideSigned, withTokenOf } from './playback-url.ts';
import { readThumbnails, type Thumbnail, thumbnailAt } from './thumbnails.ts';

export type Preview = { thumbnail: Thumbnail; picture: string | undefined };

/** Pictures for the seek bar. A sheet is loaded on first use and kept. */
export function useThumbnails(source: SignedSource, trickplayUrl: string): (second: number) => Preview | undefined {
  const [thumbnails, setThumbnails] = useState<Thumbnail[]>([]);
  const [, setLoaded] = useState(0);
  const sheets = useRef(new Map<string, string | undefined>());

  useEffect(() => {
    setThumbnails([]);
    if (!trickplayUrl) return;
    const kept = sheets.current;
    const stop = new AbortController();
    fetch(besideSigned(source.signedUrl(), trickplayUrl, window.location.origin), { signal: stop.signal })
      .then((response) => (response.ok ? response.text() : ''))
      .then((vtt) => setThumbnails(readThumbnails(vtt)))
      .catch(() => {});
    return () => {
      stop.abort();
      for (const picture of kept.values()) if (picture) URL.revokeObjectURL(picture);
      kept.clear();
    };
  }, [source, trickplayUrl]);

  return useCallback(
    (second: number) => {
      const thumbnail = thumbnailAt(thumbnails, second);
      if (!thumbnail) return undefined;
      const { sheet } = thumbnail;
      if (!sheets.current.has(sheet)) {
        sheets.current.set(sheet, undefined);
        const track = besideSigned(source.signedUrl(), trickplayUrl, window.location.origin);
        const address = withTokenOf(new URL(sheet, track).href, source.signedUrl());
        fetch(address)
          .then((response) => (response.ok ? response.blob() : undefined))
          .then((blob) => {
            if (blob) sheets.current.set(sheet, URL.createObjectURL(blob));
            setLoaded((count) => count + 1);
          })
          .catch(() => sheets.current.delete(sheet));
      }
      return { thumbnail, picture: sheets.current.get(sheet) };
    },
    [source, trickplayUrl, thumbnails],
  );
}

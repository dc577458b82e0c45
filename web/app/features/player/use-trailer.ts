import { CatalogueService } from '@marquee/contracts/film/v1/catalogue_pb';
import { useCallback, useEffect, useState } from 'react';
import { client } from '../../api/browser/client.ts';
import type { Manifests } from './engine.ts';
import { Playback, type PlaybackSource } from './playback.ts';
import { type Problem, problemOf } from './problem.ts';

/** A trailer's address lives ten minutes at most; it is renewed well before. */
const RENEW_AFTER_MS = 4 * 60_000;

export type TrailerState =
  | { step: 'starting' }
  | { step: 'refused'; problem: Problem }
  | { step: 'watching'; playback: Playback; source: PlaybackSource; trickplayUrl: string };

/** Plays a film's trailer, for visitors too: without session or progress. */
export function useTrailer(filmId: string): { state: TrailerState; tryAgain: () => void } {
  const [state, setState] = useState<TrailerState>({ step: 'starting' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt requests the trailer again.
  useEffect(() => {
    setState({ step: 'starting' });
    let stopped = false;
    let playback: Playback | undefined;
    client(CatalogueService)
      .getTrailer({ filmId })
      .then(
        ({ signedUrl, trickplayUrl, dashManifest: dash, hlsManifest: hls }) => {
          if (stopped) return;
          const source = trailerSource(filmId, signedUrl, { dash, hls });
          playback = new Playback(source);
          setState({ step: 'watching', playback, source, trickplayUrl });
        },
        (cause: unknown) => {
          if (!stopped) setState({ step: 'refused', problem: problemOf(cause) });
        },
      );
    return () => {
      stopped = true;
      void playback?.destroy();
    };
  }, [filmId, attempt]);
  return { state, tryAgain: useCallback(() => setAttempt((count) => count + 1), []) };
}

function trailerSource(filmId: string, first: string, manifests: Manifests): PlaybackSource {
  let signedUrl = first;
  let renewedAt = Date.now();
  const renew = async () => {
    const answer = await client(CatalogueService)
      .getTrailer({ filmId })
      .catch(() => undefined);
    if (!answer) return false;
    signedUrl = answer.signedUrl;
    renewedAt = Date.now();
    return true;
  };
  return {
    signedUrl: () => signedUrl,
    freshUrl: async () => {
      if (Date.now() - renewedAt > RENEW_AFTER_MS) await renew();
      return signedUrl;
    },
    renew,
    manifests,
    startS: 0,
  };
}

import { CatalogueService, type GetTrailerResponse } from '@marquee/contracts/film/v1/catalogue_pb';
import { WatchService } from '@marquee/contracts/film/v1/watch_pb';
import { useEffect, useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { accountOfPage } from '../../api/browser/page-account.ts';
import { useOwn } from '../../data/use-own.ts';
import { AccountSettings } from './account-settings.ts';
import { Playback, type PlaybackSource } from './playback.ts';
import { type Problem, problemOf } from './problem.ts';

/** A trailer's address lives ten minutes at most; it is renewed well before. */
const RENEW_AFTER_MS = 4 * 60_000;

type Watching = { step: 'watching'; playback: Playback; source: PlaybackSource; trickplayUrl: string };
export type TrailerState = { step: 'starting' } | { step: 'refused'; problem: Problem } | Watching;

/** Plays a film's trailer, for visitors too: without session or progress. */
export function useTrailer(filmId: string): { state: TrailerState; tryAgain: () => void } {
  const { own, retry } = useOwn(CatalogueService.method.getTrailer, { filmId });
  const [watching, setWatching] = useState<Watching>();
  const isReady = own.state === 'ready';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a renewed address does not start the trailer again.
  useEffect(() => {
    if (own.state !== 'ready') return;
    const source = trailerSource(own.value, retry);
    const settings = accountSettings();
    const playback = new Playback(source, settings && { onChosen: (chosen) => settings.change(chosen) });
    setWatching({ step: 'watching', playback, source, trickplayUrl: own.value.trickplayUrl });
    return () => {
      setWatching(undefined);
      void settings?.send();
      void playback.destroy();
    };
  }, [isReady]);
  const refused = own.state === 'failed' && { step: 'refused' as const, problem: problemOf(own.cause) };
  return { state: refused || watching || { step: 'starting' }, tryAgain: retry };
}

/** Where choices are kept of who is signed in; what a visitor chooses stays on their device. */
function accountSettings(): AccountSettings | undefined {
  const owner = accountOfPage();
  if (owner === undefined) return undefined;
  return new AccountSettings({ calls: client(WatchService), storage: localStorage, owner });
}

function trailerSource(first: GetTrailerResponse, ask: () => Promise<GetTrailerResponse | undefined>): PlaybackSource {
  let { signedUrl } = first;
  let renewedAt = Date.now();
  const renew = async () => {
    const answer = await ask();
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
    manifests: { dash: first.dashManifest, hls: first.hlsManifest },
    startS: 0,
  };
}

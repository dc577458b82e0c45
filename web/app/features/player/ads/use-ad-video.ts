import { AD_SECONDS_MAX } from '@marquee/rules/ads';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Engine, isNotAllowed, type SignedSource } from '../engine.ts';
import { openEngine } from '../open-engine.ts';
import { keptSound } from '../viewer-choices.ts';
import { AdReports } from './ad-reports.ts';
import type { LinearAd } from './load-ads.ts';

/** An ad that does not move for this long is over: the film does not wait for it. */
const STALLED_MS_MAX = 6_000;

/** An ad is shorter than its address lives. */
const signed = (signedUrl: string): SignedSource => ({
  signedUrl: () => signedUrl,
  freshUrl: async () => signedUrl,
  renew: async () => false,
});
const UNHEARD = { onTracks: () => {}, onBlocked: () => {} };

export type AdPlayback = {
  second: number;
  playing: boolean;
  muted: boolean;
  /** The browser wants a click before it plays sound. */
  needsGesture: boolean;
  toggle: () => void;
  toggleMute: () => void;
  skip: () => void;
  visit: () => void;
};

/** Plays an ad and reports on it; `onOver` is called once, whatever happens. */
export function useAdVideo(
  ad: LinearAd,
  onOver: () => void,
): AdPlayback & { video: RefObject<HTMLVideoElement | null> } {
  const video = useRef<HTMLVideoElement>(null);
  const end = useRef<(report: (reports: AdReports) => void) => void>(() => undefined);
  const reports = useRef<AdReports>(undefined);
  const [state, setState] = useState({ second: 0, playing: false, muted: false, needsGesture: false });

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const change = (part: Partial<typeof state>) => setState((before) => ({ ...before, ...part }));
    const listening = new AbortController();
    const { signal } = listening;
    const on = (name: string, act: () => void) => element.addEventListener(name, act, { signal });
    const reporting = new AdReports(ad);
    reports.current = reporting;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const moved = () => {
      clearTimeout(timer);
      timer = setTimeout(() => end.current((ended) => ended.failed('TIMEOUT')), STALLED_MS_MAX);
    };
    signal.addEventListener('abort', () => clearTimeout(timer));
    end.current = (report) => {
      if (signal.aborted) return;
      listening.abort();
      report(reporting);
      onOver();
    };
    on('loadedmetadata', () => reporting.length(ad.durationS, element.duration));
    on('playing', () => {
      moved();
      reporting.playing();
      change({ playing: true, needsGesture: false });
    });
    on('pause', () => {
      clearTimeout(timer);
      if (element.ended) return;
      reporting.paused();
      change({ playing: false });
    });
    on('timeupdate', () => {
      if (!element.paused) moved();
      reporting.progress(element.currentTime);
      change({ second: element.currentTime });
      // A video may be longer than its ad server says.
      if (element.currentTime > AD_SECONDS_MAX) end.current((ended) => ended.completed());
    });
    on('ended', () => end.current((ended) => ended.completed()));
    on('error', () => end.current((ended) => ended.failed('NOT_PLAYABLE')));
    const { volume, muted } = keptSound(localStorage);
    element.volume = volume;
    element.muted = muted;
    change({ muted });
    const failed = () => end.current((ended) => ended.failed('NOT_PLAYABLE'));
    let engine: Engine | undefined;
    const begin = async () => {
      if ('url' in ad.video) element.src = ad.video.url;
      else {
        engine = await openEngine(element, signed(ad.video.signedUrl), {
          ...UNHEARD,
          onStuck: failed,
          onProblem: failed,
        });
        if (signal.aborted) return void (await engine.destroy());
        await engine.load(ad.video.manifests, 0);
        if (signal.aborted) return;
      }
      await element.play();
    };
    moved();
    begin().catch((cause: unknown) => {
      if (signal.aborted) return;
      if (isNotAllowed(cause)) {
        clearTimeout(timer);
        change({ needsGesture: true });
      } else if (!(cause instanceof DOMException) || cause.name === 'NotSupportedError') failed();
    });
    return () => {
      listening.abort();
      void engine?.destroy();
      element.removeAttribute('src');
      element.load();
    };
  }, [ad, onOver]);

  return {
    video,
    ...state,
    toggle: () => {
      const element = video.current;
      if (!element) return;
      if (element.paused) void element.play().catch(() => undefined);
      else element.pause();
    },
    toggleMute: () => {
      const element = video.current;
      if (!element) return;
      element.muted = !element.muted;
      setState((before) => ({ ...before, muted: element.muted }));
    },
    skip: () => end.current((ended) => ended.skipped()),
    visit: () => {
      reports.current?.clicked();
      video.current?.pause();
    },
  };
}

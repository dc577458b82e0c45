import { PlaybackEventKind, type StartPlaybackResponse, WatchService } from '@marquee/contracts/film/v1/watch_pb';
import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { accountOfPage } from '../../api/browser/page-account.ts';
import { sessionEnded, sessionRenewed } from '../../api/browser/session-events.ts';
import { AccountSettings, type Chosen } from './account-settings.ts';
import { takeEarlyStart } from './early-start.ts';
import { needsNativeHls } from './engine.ts';
import { EventQueue } from './event-queue.ts';
import { firstLicence, licences, type Opened } from './licences.ts';
import { playSource } from './play-source.ts';
import { Playback, type PlaybackSource } from './playback.ts';
import { PlaybackQuality } from './playback-quality.ts';
import { preloadEngine } from './preload-engine.ts';
import { accessProblem, type Problem, problemOf, signedOut } from './problem.ts';
import { WatchSession } from './watch-session.ts';

export type Watching = {
  playback: Playback;
  source: PlaybackSource;
  started: StartPlaybackResponse;
  /** Asks now whether it may still play. */
  beat: () => Promise<void>;
  /** So much was shown of what plays before the film. */
  preRollShown: (shownMs: number) => void;
};
export type WatchState =
  | { step: 'starting' }
  | { step: 'refused'; problem: Problem }
  | { step: 'watching'; watching: Watching; finished: boolean };

export type WatchOptions = {
  /** Where everybody is by now, in seconds, of a film that is watched in step. */
  live?: () => number;
  /** The session where it was opened before. */
  opened?: () => Promise<Opened> | undefined;
  /** What has to happen before one is opened now. */
  before?: () => Promise<unknown>;
};

/** Opens a playback session of a film and keeps it alive for as long as the page is open. */
export function useWatch(
  filmId: string,
  options: WatchOptions = {},
): { state: WatchState; tryAgain: () => void; takeOver: () => void } {
  const [state, setState] = useState<WatchState>({ step: 'starting' });
  const [attempt, setAttempt] = useState(0);
  const playback = useRef<Playback>(undefined);
  playback.current = state.step === 'watching' ? state.watching.playback : undefined;
  const latest = useRef(options);
  latest.current = options;
  /** Where the film stopped when its viewer was signed out, which the server may learn too late. */
  const stoppedAtS = useRef<number>(undefined);
  const takesOver = useRef(false);
  const again = useCallback(() => {
    stoppedAtS.current = playback.current?.position;
    setAttempt((count) => count + 1);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens a new session.
  useEffect(() => {
    setState({ step: 'starting' });
    const closing = new AbortController();
    const finish = () => setState((now) => (now.step === 'watching' ? { ...now, finished: true } : now));
    const how = { startS: stoppedAtS.current, takeOver: takesOver.current };
    takesOver.current = false;
    const replaced = () => !closing.signal.aborted && again();
    open(filmId, closing.signal, { finish, replaced }, how, latest.current).then(
      (watching) => {
        if (!closing.signal.aborted) setState({ step: 'watching', watching, finished: false });
      },
      (problem: Problem) => {
        if (!closing.signal.aborted) setState({ step: 'refused', problem });
      },
    );
    return () => closing.abort();
  }, [filmId, attempt]);
  useEffect(() => {
    // A page that comes back from the browser's cache has ended its playback as it was left.
    const shown = (event: PageTransitionEvent) => event.persisted && again();
    window.addEventListener(sessionRenewed, again);
    window.addEventListener('pageshow', shown);
    return () => {
      window.removeEventListener(sessionRenewed, again);
      window.removeEventListener('pageshow', shown);
    };
  }, [again]);
  const tryAgain = useCallback(() => setAttempt((count) => count + 1), []);
  const takeOver = useCallback(() => {
    takesOver.current = true;
    stoppedAtS.current = playback.current?.position ?? stoppedAtS.current;
    setAttempt((count) => count + 1);
  }, []);
  return { state, tryAgain, takeOver };
}

async function open(
  filmId: string,
  closing: AbortSignal,
  on: { finish: () => void; replaced: () => void },
  { startS, takeOver }: { startS: number | undefined; takeOver: boolean },
  { live, opened, before }: WatchOptions,
): Promise<Watching> {
  const quality = new PlaybackQuality();
  preloadEngine();
  const nativeHls = needsNativeHls();
  const calls = client(WatchService);
  const inStep = live !== undefined;
  const start = async () => {
    await before?.();
    return calls.startPlayback({ filmId, nativeHls, source: playSource(filmId), takeOver, inStep });
  };
  const now = async (): Promise<Opened> => ({ started: await start() });
  const early = opened?.() ?? takeEarlyStart(filmId)?.then((answer): Opened => ({ started: answer }));
  const { started, licence } = await (early?.catch(now) ?? now()).catch((cause: unknown) => {
    throw problemOf(cause);
  });
  if (!started.access?.valid) throw accessProblem(started.access);
  // Until it was shown, a view counts so much later.
  let missingMs = started.preRollDuration * 1_000;
  if (started.adTagUrl || started.preRollVideoUri) quality.adsBegin();
  const settings = new AccountSettings({ calls, storage: localStorage, owner: accountOfPage() });
  settings.adopt(started.settings);
  const queue = new EventQueue({ storage: localStorage, sink: calls, owner: accountOfPage() });
  const session: WatchSession = new WatchSession({
    ...{ calls, queue, filmId, nativeHls, inStep, started, quality },
    position: () => ({ positionMs: playback.position * 1000, playedMs: playback.playedMs, paused: playback.paused }),
    onEnded: (problem) => playback.end(problem),
    // A film that was encrypted meanwhile, for one: its manifest, its keys and its licence servers are others.
    onReplaced: on.replaced,
  });
  const source: PlaybackSource = {
    signedUrl: () => session.signedUrl,
    freshUrl: () => session.freshUrl(),
    renew: () => session.renew(),
    licence: licences(calls, session, licence ?? firstLicence(calls, started)),
    licenceServers: started.licenceServers,
    licenceToken: async () => (await calls.getLicence({ playbackSessionId: session.id, fromServer: true })).token,
    manifests: { dash: started.dashManifest, hls: started.hlsManifest },
    startS: startS ?? started.resumePositionMs / 1000,
    runningTimeS: started.runningTime,
    textFiles: started.textTracks,
    chapters: started.chapters,
    watermark: started.watermark,
    ...(live && { live }),
  };
  const listener = {
    onPlay: () => session.record(PlaybackEventKind.PLAY),
    onPause: () => session.record(PlaybackEventKind.PAUSE),
    onPlayed: (playedMs: number) => session.played(playedMs, missingMs),
    onFinish: () => {
      session.record(PlaybackEventKind.FINISH);
      on.finish();
    },
    onStarted: () => session.started(),
    onFailed: () => session.failed(),
    onChosen: (chosen: Chosen) => settings.change(chosen),
  };
  const playback = new Playback(source, listener, quality);
  if (!closing.aborted) keepAlive(session, playback, queue, settings, closing);
  const preRollShown = (shownMs: number) => {
    missingMs = Math.max(0, missingMs - shownMs);
  };
  return { playback, source, started, preRollShown, beat: () => session.beat() };
}

function keepAlive(
  session: WatchSession,
  playback: Playback,
  queue: EventQueue,
  settings: AccountSettings,
  closing: AbortSignal,
): void {
  const stopped = () => {
    session.leave();
    void settings.send();
  };
  session.start();
  window.addEventListener(
    'pagehide',
    () => {
      stopped();
      session.left();
    },
    { signal: closing },
  );
  window.addEventListener('online', () => void session.beat(), { signal: closing });
  window.addEventListener(sessionEnded, () => playback.end(signedOut()), { signal: closing });
  closing.addEventListener('abort', () => {
    stopped();
    // What it reports is counted while the session is open.
    void session.beat().finally(() => session.left());
    session.close();
    void queue.send();
    void playback.destroy();
  });
}

import type { Chapter } from '@marquee/rules/chapters';
import { RATES } from '@marquee/rules/player-settings';
import { type Chosen, lookChosen } from './account-settings.ts';
import { chapterFrom, spansOf } from './chapters.ts';
import { addChaptersTrack } from './chapters-track.ts';
import { type Engine, type EngineTracks, isNotAllowed, type Manifests, type SignedSource } from './engine.ts';
import { openEngine } from './open-engine.ts';
import { PlaybackQuality } from './playback-quality.ts';
import { INITIAL_STATE, type PlaybackState, Store } from './playback-state.ts';
import { PlayedTime } from './played-time.ts';
import { accessProblem, damagedProblem, networkProblem, type Problem } from './problem.ts';
import { qualityFor } from './quality-for.ts';
import { chooseRemoteScreen, type RemoteFailure, watchRemoteScreen } from './remote-screen.ts';
import { Subtitles, type TextFile } from './subtitles.ts';
import {
  keepAudioLanguage,
  keepDescription,
  keepLook,
  keepQuality,
  keepRate,
  keepSound,
  keepSwitch,
  keptAudioLanguage,
  keptDescription,
  keptLook,
  keptQuality,
  keptRate,
  keptSound,
  keptSwitch,
  type TextLook,
} from './viewer-choices.ts';

/** When this many engines in a row got stuck at one place, the film is damaged there. */
const RESTARTS_MAX = 2;
/** Shorter waits show no spinner. */
const BUFFERING_SAID_AFTER_MS = 300;

export type PlaybackSource = SignedSource & {
  manifests: Manifests;
  startS: number;
  textFiles?: readonly TextFile[];
  chapters?: readonly Chapter[];
  /** What has to stay over the picture, as the film's owner asks; '' for nothing. */
  watermark?: string;
  /** Seconds; reaching it counts as the end even when credits continue [WAT-08]. 0 when unknown. */
  runningTimeS?: number;
  /** Where everybody is by now, in seconds, of a film that is watched in step: nothing else moves it. */
  live?: () => number;
};

export type PlaybackListener = {
  onPlay?: () => void;
  onPause?: () => void;
  /** Once: at the end of the file, or at the film's running time. */
  onFinish?: () => void;
  onPlayed?: (playedMs: number) => void;
  /** The first frame is shown; once. */
  onStarted?: () => void;
  /** The engine reported a problem and playback stopped. */
  onFailed?: () => void;
  /** The viewer chose something that is kept for other films. */
  onChosen?: (chosen: Chosen) => void;
};

/** Playback of one film in a video element: its state, and the commands of its controls. */
export class Playback {
  readonly store: Store<PlaybackState>;
  readonly #source: PlaybackSource;
  readonly #listener: PlaybackListener;
  readonly #played = new PlayedTime();
  readonly #quality: PlaybackQuality;
  readonly #subtitles: Subtitles;
  /** Of this engine. */
  #audioChosen = false;
  #qualityChosen = false;
  #removeChapters = () => {};
  readonly #unlisten: (() => void)[] = [];
  #destroyed = false;
  #video: HTMLVideoElement | undefined;
  #engine: Engine | undefined;
  #waitingTimer: ReturnType<typeof setTimeout> | undefined;
  #finished = false;
  /** Engines that got stuck since the film last played. */
  #restarts = 0;
  /** The state to continue with in a new video element. */
  #before: { atS: number; rate: number; paused: boolean } | undefined;

  constructor(source: PlaybackSource, listener: PlaybackListener = {}, quality = new PlaybackQuality()) {
    const previews = keptSwitch(localStorage, 'previews');
    const letterKeys = keptSwitch(localStorage, 'letterKeys');
    this.store = new Store<PlaybackState>({ ...INITIAL_STATE, position: source.startS, previews, letterKeys });
    this.#source = source;
    this.#quality = quality;
    this.#listener = listener;
    this.#subtitles = new Subtitles(
      source,
      source.textFiles ?? [],
      (text) => this.store.set({ tracks: { ...this.store.get().tracks, ...text } }),
      (choice) => {
        const { language: textLanguage, captions: textCaptions } = choice || { language: '', captions: false };
        this.#listener.onChosen?.({ textLanguage, textCaptions });
      },
    );
  }

  get playedMs(): number {
    return this.#played.totalMs;
  }

  /** Before the film is loaded, the position it will start at: the video element reports 0 until then. */
  get position(): number {
    const video = this.#video;
    return video && video.readyState > 0 ? video.currentTime : this.store.get().position;
  }

  /** The film is watched in step with others: it can be left, and neither paused nor moved. */
  get isLive(): boolean {
    return this.#source.live !== undefined;
  }

  /** What has to stay over the picture: it then plays nowhere but in its page. */
  get watermark(): string {
    return this.#source.watermark ?? '';
  }

  /** By what a film that is watched in step is kept so. What loads, waits, is paused or jumps is left alone. */
  readonly steered = {
    position: () => this.position,
    isPlaying: () => this.#isPlaying(),
    isStalled: () => {
      const video = this.#video;
      return video !== undefined && !video.paused && !video.seeking && !hasData(video);
    },
    rate: () => this.#video?.playbackRate ?? 1,
    pace: (rate: number) => {
      if (this.#video) this.#video.playbackRate = rate;
    },
    jump: (second: number) => this.#jump(second),
  };

  get paused(): boolean {
    return this.#video?.paused ?? true;
  }

  async attach(video: HTMLVideoElement): Promise<void> {
    this.#video = video;
    this.#quality.filmBegins();
    const { volume, muted } = keptSound(localStorage);
    video.volume = volume;
    video.muted = muted;
    const { atS, rate, paused } = this.#before ?? {
      ...{ atS: this.#source.startS, rate: keptRate(localStorage, RATES), paused: false },
      ...(this.#source.live && { atS: this.#source.live(), rate: 1 }),
    };
    // An iPhone leaves its volume to its buttons: what was set is not always what is.
    const sound = { volume: video.volume, muted: video.muted };
    this.store.set({ ...sound, position: atS, textLook: keptLook(localStorage) });
    this.#subtitles.attach(video);
    this.#listen(video);
    await this.#load(atS);
    if (this.#destroyed) return;
    video.playbackRate = rate;
    if (!paused) await this.play();
  }

  #stuck(rate: number): void {
    if (this.#destroyed || this.store.get().problem) return;
    this.#restarts += 1;
    if (this.#restarts > RESTARTS_MAX) this.#fail(damagedProblem('STUCK'));
    else this.#beginAnew(rate);
  }

  // A stuck engine may never release its video element, so playback continues in a new one.
  #beginAnew(rate: number): void {
    this.#before = this.isLive ? undefined : { atS: this.position, rate, paused: this.paused };
    for (const unlisten of this.#unlisten.splice(0)) unlisten();
    this.#stopWaiting();
    this.#played.interrupt();
    void this.#engine?.destroy();
    this.#engine = undefined;
    this.store.set({ generation: this.store.get().generation + 1, loading: true });
  }

  async destroy(): Promise<void> {
    this.#destroyed = true;
    for (const unlisten of this.#unlisten) unlisten();
    clearTimeout(this.#waitingTimer);
    this.#removeChapters();
    await this.#engine?.destroy();
  }

  async play(): Promise<void> {
    if (this.store.get().problem) return;
    try {
      await this.#video?.play();
      this.store.set({ needsGesture: false });
    } catch (cause) {
      if (isNotAllowed(cause)) this.#waitForGesture();
    }
  }

  #waitForGesture(): void {
    this.#quality.waitsForViewer();
    this.store.set({ needsGesture: true, playing: false });
  }

  togglePlay(): void {
    if (this.paused) void this.play();
    else if (!this.isLive) this.#video?.pause();
  }

  seek(second: number): void {
    if (!this.isLive) this.#jump(second);
  }

  #jump(second: number): void {
    const video = this.#video;
    if (!video || this.store.get().problem) return;
    const duration = this.store.get().duration;
    const target = Math.min(Math.max(0, second), duration > 0 ? Math.max(0, duration - 0.05) : second);
    this.#played.interrupt();
    video.currentTime = target;
    this.store.set({ position: target, ended: false });
  }

  seekBy(seconds: number): void {
    this.seek(this.store.get().position + seconds);
  }

  setVolume(volume: number): void {
    if (!this.#video) return;
    this.#video.volume = Math.min(1, Math.max(0, volume));
    this.#video.muted = volume <= 0;
  }

  toggleMute(): void {
    const video = this.#video;
    if (!video) return;
    if (video.volume === 0) video.volume = 0.5;
    video.muted = !video.muted;
  }

  setRate(rate: number): void {
    if (!this.#video || this.isLive) return;
    this.#video.playbackRate = rate;
    keepRate(localStorage, rate);
    this.#listener.onChosen?.({ ratePercent: Math.round(rate * 100) });
  }

  stepRate(step: 1 | -1): void {
    const index = RATES.findIndex((rate) => rate >= this.store.get().rate);
    const next = RATES[Math.min(RATES.length - 1, Math.max(0, index + step))];
    if (next) this.setRate(next);
  }

  /** A choice of the viewer, which is kept for other films. Undefined lets the engine choose. */
  chooseQuality = (id: string | undefined): void => {
    const lines = this.store.get().tracks.qualities.find((quality) => quality.id === id)?.lines ?? 0;
    keepQuality(localStorage, lines);
    this.#listener.onChosen?.({ qualityLines: lines });
    this.#engine?.chooseQuality(id);
  };
  chooseText = (id: string | undefined): void => this.#subtitles.choose(id);
  toggleText = (): void => this.#subtitles.toggle();

  /** A choice of the viewer, which is kept for other films. */
  chooseAudio = (id: string): void => {
    const { audio } = this.store.get().tracks;
    const track = audio.find((candidate) => candidate.id === id);
    if (track) {
      const { language: audioLanguage, isDescription: audioDescription } = track;
      keepAudioLanguage(localStorage, audioLanguage);
      // In a language without a description, another sound is no choice against it.
      const isAsked = audio.some(({ isDescription, language }) => isDescription && language === audioLanguage);
      if (isAsked) keepDescription(localStorage, audioDescription);
      this.#listener.onChosen?.({ audioLanguage, ...(isAsked && { audioDescription }) });
    }
    this.#engine?.chooseAudio(id);
  };

  setTextLook(change: Partial<TextLook>): void {
    const textLook = { ...this.store.get().textLook, ...change };
    keepLook(localStorage, textLook);
    this.store.set({ textLook });
    this.#listener.onChosen?.(lookChosen(textLook));
  }

  setSwitch(name: 'previews' | 'letterKeys', on: boolean): void {
    keepSwitch(localStorage, name, on);
    this.store.set({ [name]: on });
    this.#listener.onChosen?.({ [name]: on });
  }

  /** To the beginning of the next chapter, or of this one or the one before it. */
  goToChapter(step: 1 | -1): void {
    const { chapters, position } = this.store.get();
    const second = chapterFrom(chapters, position, step);
    if (second !== undefined) this.seek(second);
  }

  async togglePictureInPicture(): Promise<void> {
    if (this.watermark) return;
    if (document.pictureInPictureElement) await document.exitPictureInPicture();
    else await this.#video?.requestPictureInPicture?.().catch(() => {});
  }

  async chooseRemoteScreen(): Promise<RemoteFailure> {
    return this.#video && chooseRemoteScreen(this.#video);
  }

  /** Ends playback: access has ended. */
  end(problem: Problem): void {
    this.#video?.pause();
    this.store.set({ problem, playing: false, buffering: false, loading: false });
    void this.#engine?.destroy();
    this.#engine = undefined;
  }

  /** Tries again from where playback stopped. */
  async retry(): Promise<void> {
    const at = this.#source.live?.() ?? this.store.get().position;
    const { rate } = this.store.get();
    // A video element whose film is unloaded or loaded takes the usual speed.
    const restoreRate = () => {
      if (this.#video && !this.isLive) this.#video.playbackRate = rate;
    };
    this.store.set({ problem: undefined, loading: true });
    if (this.#engine && this.#video?.readyState && this.#engine.recover()) {
      this.store.set({ loading: false });
      return this.play();
    }
    await this.#engine?.destroy();
    this.#engine = undefined;
    restoreRate();
    if (!(await this.#source.renew().catch(() => false)) && !navigator.onLine) {
      this.store.set({ problem: networkProblem(), loading: false });
      return;
    }
    if (this.store.get().problem) return;
    await this.#load(at);
    restoreRate();
    await this.play();
  }

  #isPlaying(): boolean {
    const video = this.#video;
    const { loading, problem } = this.store.get();
    if (!video || loading || problem || video.paused || video.seeking || video.ended) return false;
    return hasData(video);
  }

  async #load(startS: number): Promise<void> {
    const video = this.#video;
    if (!video) return;
    try {
      this.#audioChosen = false;
      this.#qualityChosen = false;
      const engine = await this.#createEngine(video);
      if (this.#destroyed) return void (await engine.destroy());
      this.#engine = engine;
      await engine.load(this.#source.manifests, startS);
    } catch (cause) {
      if (this.#destroyed || this.store.get().problem) return;
      this.#fail(asProblem(cause));
    }
  }

  #fail(problem: Problem): void {
    this.#quality.resumed();
    this.#quality.failed(problem.reason);
    this.store.set({ problem, loading: false, buffering: false });
    this.#listener.onFailed?.();
  }

  #showTracks(tracks: EngineTracks): void {
    this.store.set({ tracks: { ...this.store.get().tracks, ...tracks } });
    this.#chooseKeptQuality(tracks);
    if (this.#audioChosen || tracks.audio.length === 0) return;
    this.#audioChosen = true;
    const wanted = soundFor(tracks, keptAudioLanguage(localStorage), keptDescription(localStorage));
    if (wanted && wanted.id !== tracks.audioTrack) this.#engine?.chooseAudio(wanted.id);
  }

  #chooseKeptQuality({ qualities }: EngineTracks): void {
    if (this.#qualityChosen || qualities.length === 0) return;
    this.#qualityChosen = true;
    const kept = qualityFor(qualities, keptQuality(localStorage));
    if (kept) this.#engine?.chooseQuality(kept.id);
  }

  #showChapters(video: HTMLVideoElement, duration: number): void {
    const chapters = spansOf(this.#source.chapters ?? [], duration);
    this.#removeChapters();
    this.#removeChapters = addChaptersTrack(video, chapters);
    this.store.set({ duration, chapters });
  }

  #createEngine(video: HTMLVideoElement): Promise<Engine> {
    const events = {
      onTracks: (tracks: EngineTracks) => this.#showTracks(tracks),
      onStuck: (rate: number) => this.#stuck(rate),
      onBlocked: () => this.#waitForGesture(),
      onProblem: (problem: Problem) => {
        if (!this.store.get().problem) this.#fail(problem);
      },
    };
    return openEngine(video, this.#source, events);
  }

  #listen(video: HTMLVideoElement): void {
    const { store } = this;
    const on = (event: string, listener: () => void) => {
      video.addEventListener(event, listener);
      this.#unlisten.push(() => video.removeEventListener(event, listener));
    };
    const onLine = () => {
      if (store.get().problem?.reason === networkProblem().reason) void this.retry();
    };
    window.addEventListener('online', onLine);
    this.#unlisten.push(() => window.removeEventListener('online', onLine));
    this.#unlisten.push(watchRemoteScreen(video, (remote) => store.set({ remote })));
    on('loadeddata', () => {
      if (this.#quality.started()) this.#listener.onStarted?.();
      store.set({ loading: false });
    });
    on('durationchange', () => this.#showChapters(video, Number.isFinite(video.duration) ? video.duration : 0));
    on('play', () => {
      store.set({ playing: true, ended: false, needsGesture: false });
      this.#listener.onPlay?.();
    });
    on('pause', () => {
      this.#played.interrupt();
      this.#stopWaiting();
      store.set({ playing: false });
      if (!video.ended) this.#listener.onPause?.();
    });
    on('seeking', () => {
      this.#played.interrupt();
      this.#quality.resumed();
    });
    on('seeked', () => store.set({ position: video.currentTime }));
    on('waiting', () => {
      this.#played.interrupt();
      // Waiting after a seek is no rebuffering.
      if (!video.seeking) this.#quality.stalled();
      this.#waitingTimer ??= setTimeout(() => store.set({ buffering: true }), BUFFERING_SAID_AFTER_MS);
    });
    on('playing', () => this.#stopWaiting());
    on('canplay', () => this.#stopWaiting());
    on('timeupdate', () => this.#step(video));
    on('progress', () => store.set({ buffered: ranges(video.buffered) }));
    on('ratechange', () => {
      this.#played.interrupt();
      // The engine sets rate 0 while it waits for data; that is not the speed that the viewer chose.
      if (video.playbackRate > 0) store.set({ rate: video.playbackRate });
    });
    on('volumechange', () => {
      const sound = { volume: video.volume, muted: video.muted };
      const before = store.get();
      const volume = sound.volume === before.volume ? {} : { volume: sound.volume };
      const muted = sound.muted === before.muted ? {} : { muted: sound.muted };
      const changed = { ...volume, ...muted };
      if (Object.keys(changed).length === 0) return;
      store.set(changed);
      keepSound(localStorage, { ...keptSound(localStorage), ...changed });
      this.#listener.onChosen?.({
        ...('volume' in volume && { volumePercent: Math.round(sound.volume * 100) }),
        ...muted,
      });
    });
    on('ended', () => {
      store.set({ ended: true, playing: false });
      this.#finish();
    });
    on('enterpictureinpicture', () => store.set({ inPictureInPicture: true }));
    on('leavepictureinpicture', () => store.set({ inPictureInPicture: false }));
  }

  #step(video: HTMLVideoElement): void {
    if (video.seeking) return;
    if (!video.paused) {
      this.#restarts = 0;
      this.#stopWaiting();
      this.#played.tick(performance.now(), video.currentTime * 1000, video.playbackRate);
      this.#listener.onPlayed?.(this.#played.totalMs);
    }
    this.store.set({ position: video.currentTime, buffered: ranges(video.buffered) });
    const end = this.#source.runningTimeS ?? 0;
    if (end > 0 && video.currentTime >= end) this.#finish();
  }

  #stopWaiting(): void {
    this.#quality.resumed();
    clearTimeout(this.#waitingTimer);
    this.#waitingTimer = undefined;
    if (this.store.get().buffering) this.store.set({ buffering: false });
  }

  #finish(): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#listener.onFinish?.();
  }
}

/** The sound in the language that was chosen, or else in the one that plays, with a description if one is wanted and there. */
function soundFor({ audio, audioTrack }: EngineTracks, chosen: string | undefined, described: boolean) {
  const isChosen = audio.some(({ language }) => language === chosen);
  const playing = audio.find(({ id }) => id === audioTrack);
  const inLanguage = audio.filter(({ language }) => language === (isChosen ? chosen : playing?.language));
  const fitting = inLanguage.find(({ isDescription }) => isDescription === described);
  return fitting ?? (described ? inLanguage[0] : playing);
}

/** It has what comes next; the engine sets rate 0 while it has not. */
const hasData = ({ readyState, playbackRate }: HTMLVideoElement): boolean => readyState >= 3 && playbackRate > 0;

function ranges(times: TimeRanges): { from: number; to: number }[] {
  return Array.from({ length: times.length }, (_, index) => ({ from: times.start(index), to: times.end(index) }));
}

function asProblem(cause: unknown): Problem {
  const known = cause as Partial<Problem>;
  if (typeof known?.message === 'string' && typeof known.remedy === 'string') return known as Problem;
  return accessProblem(undefined);
}

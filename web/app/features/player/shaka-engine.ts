import shaka from 'shaka-player/dist/shaka-player.dash-es2021.js';
import type { Engine, EngineEvents, Manifests, SignedSource, Tracks } from './engine.ts';
import { firstBandwidth, keepLineSpeed } from './line-speed.ts';
import { besideSigned, withTokenOf } from './playback-url.ts';
import {
  accessProblem,
  awayProblem,
  damagedProblem,
  networkProblem,
  type Problem,
  unplayableProblem,
} from './problem.ts';

/** Refusals in a row after which a new address is no cure. */
const RENEWALS_MAX = 3;
const RENEWALS_FORGOTTEN_AFTER_MS = 60_000;
/** A first segment that takes longer may be given up for a smaller one. */
const FIRST_SEGMENT_MS_MAX = 4_000;
/** After so long without asking for a picture of the place that the film was moved to, the engine has lost its way. */
const LOST_AFTER_MS = 5_000;
const END_S = 0.5;
/** Between tries of what the line or the server could not give, while there is film left to play. */
const TRY_AGAIN_MS = 2_000;

type VideoTrack = ReturnType<InstanceType<typeof shaka.Player>['getVideoTracks']>[number];
type ShakaError = { code: number; category: number; severity: number; data: unknown[] };

let prepared = false;

/** shaka-player over DASH, with the signed address kept fresh under it. */
export async function createShakaEngine(
  video: HTMLVideoElement,
  source: SignedSource,
  events: EngineEvents,
): Promise<Engine | undefined> {
  if (!prepared) {
    shaka.polyfill.installAll();
    prepared = true;
  }
  if (!shaka.Player.isBrowserSupported()) return undefined;
  const engine = new ShakaEngine(video, source, events);
  await engine.attach();
  return engine;
}

class ShakaEngine implements Engine {
  readonly #player = new shaka.Player();
  readonly #video: HTMLVideoElement;
  readonly #source: SignedSource;
  readonly #events: EngineEvents;
  #renewals: number[] = [];
  #automatic = true;
  #adaptTimer: ReturnType<typeof setTimeout> | undefined;
  #movedAt = 0;
  #askedAt = 0;
  #lostTimer: ReturnType<typeof setTimeout> | undefined;
  #againTimer: ReturnType<typeof setTimeout> | undefined;
  /** All that were ever offered: the engine hides for a while what failed or was too much for the machine. */
  readonly #qualities = new Map<string, VideoTrack>();

  constructor(video: HTMLVideoElement, source: SignedSource, events: EngineEvents) {
    this.#video = video;
    this.#source = source;
    this.#events = events;
  }

  async attach(): Promise<void> {
    const player = this.#player;
    await player.attach(this.#video);
    player.configure({
      abr: {
        // A change of mind throws away what was fetched of a segment: there is none before the first picture.
        enabled: false,
        useNetworkInformation: false,
        defaultBandwidthEstimate: firstBandwidth(localStorage),
        restrictToElementSize: true,
        restrictToScreenSize: true,
        advanced: { droppedFramesThreshold: 0.3 },
      },
      streaming: {
        bufferingGoal: 30,
        rebufferingGoal: 1,
        bufferBehind: 60,
        retryParameters: { maxAttempts: 4, baseDelay: 500, backoffFactor: 2, fuzzFactor: 0.5, timeout: 30_000 },
        // The player's own cure would try a refused address for ever; ours asks for a new one first.
        failureCallback: (_error: unknown) => {},
      },
      manifest: { retryParameters: { maxAttempts: 3, baseDelay: 500, backoffFactor: 2, timeout: 15_000 } },
    });
    player.getNetworkingEngine()?.registerRequestFilter(async (_type, request, context) => {
      if (context?.stream?.type === 'video') this.#askedAt = performance.now();
      const signedUrl = await this.#source.freshUrl();
      request.uris = request.uris.map((uri) => withTokenOf(uri, signedUrl));
    });
    player.addEventListener('error', (event: unknown) => void this.#failed((event as { detail: ShakaError }).detail));
    for (const change of ['trackschanged', 'variantchanged', 'adaptation', 'textchanged', 'audiotrackschanged']) {
      player.addEventListener(change, () => this.#tellTracks());
    }
    this.#video.addEventListener('resize', this.#tellTracks);
    this.#video.addEventListener('loadeddata', this.#adapt);
    this.#video.addEventListener('seeking', this.#moved);
  }

  async load(manifests: Manifests, startS: number): Promise<void> {
    this.#qualities.clear();
    this.#adaptTimer = setTimeout(this.#adapt, FIRST_SEGMENT_MS_MAX);
    const manifest = () => besideSigned(this.#source.signedUrl(), manifests.dash, window.location.origin);
    try {
      await this.#player.load(manifest(), startS > 0 ? startS : null);
    } catch (cause) {
      const error = cause as ShakaError;
      // Loading was given up for a newer one.
      if (error.code === shaka.util.Error.Code.LOAD_INTERRUPTED) return;
      if (!isRefusal(error) || !(await this.#source.renew())) throw problemOfShaka(error);
      await this.#player.load(manifest(), startS || null);
    }
    this.#tellTracks();
  }

  chooseQuality(id: string | undefined): void {
    this.#automatic = id === undefined;
    this.#player.configure({ abr: { enabled: this.#automatic } });
    const track = id === undefined ? undefined : this.#qualities.get(id);
    if (track) this.#player.selectVideoTrack(track, true, 2);
    this.#tellTracks();
  }

  chooseAudio(id: string): void {
    const track = this.#player.getAudioTracks().find((candidate) => audioId(candidate) === id);
    if (track) this.#player.selectAudioTrack(track);
    this.#tellTracks();
  }

  chooseText(id: string | undefined): void {
    const track = this.#player.getTextTracks().find((candidate) => String(candidate.id) === id);
    this.#player.selectTextTrack(track ?? null);
    this.#tellTracks();
  }

  recover(): boolean {
    return this.#player.retryStreaming();
  }

  async destroy(): Promise<void> {
    clearTimeout(this.#adaptTimer);
    clearTimeout(this.#lostTimer);
    clearTimeout(this.#againTimer);
    this.#video.removeEventListener('seeking', this.#moved);
    this.#video.removeEventListener('resize', this.#tellTracks);
    this.#video.removeEventListener('loadeddata', this.#adapt);
    keepLineSpeed(localStorage, this.#player.getStats().estimatedBandwidth);
    await this.#player.destroy();
  }

  async #failed(error: ShakaError): Promise<void> {
    if (error.code === shaka.util.Error.Code.OPERATION_ABORTED) return;
    if (isRefusal(error) && this.#mayRenew()) {
      if (await this.#source.renew()) {
        this.#player.retryStreaming(0.1);
        return;
      }
    }
    if (error.severity === shaka.util.Error.Severity.RECOVERABLE) return;
    // While there is film left in the buffer, the line or the server may come back in time.
    if (mayPass(error) && this.#isPlayable()) {
      clearTimeout(this.#againTimer);
      this.#againTimer = setTimeout(() => this.#player.retryStreaming(0), TRY_AGAIN_MS);
      return;
    }
    this.#events.onProblem(problemOfShaka(error));
  }

  #mayRenew(): boolean {
    const now = Date.now();
    this.#renewals = this.#renewals.filter((at) => now - at < RENEWALS_FORGOTTEN_AFTER_MS);
    this.#renewals.push(now);
    return this.#renewals.length <= RENEWALS_MAX;
  }

  #moved = (): void => {
    this.#movedAt = performance.now();
    clearTimeout(this.#lostTimer);
    this.#lostTimer = setTimeout(() => this.#lookAround(), LOST_AFTER_MS);
  };

  // Where a picture was asked for, the line is what is slow, and waiting is right.
  #lookAround(): void {
    const { currentTime, duration } = this.#video;
    if (this.#isPlayable() || this.#askedAt >= this.#movedAt || duration - currentTime < END_S) return;
    this.#events.onLost(this.#player.getPlaybackRate());
  }

  /** Whether there is film at the place where it is. */
  #isPlayable(): boolean {
    const { currentTime, buffered } = this.#video;
    const has = Array.from({ length: buffered.length }, (_, at) => [buffered.start(at), buffered.end(at)] as const);
    return has.some(([from, to]) => from <= currentTime && currentTime < to);
  }

  #adapt = (): void => {
    clearTimeout(this.#adaptTimer);
    if (this.#automatic) this.#player.configure({ abr: { enabled: true } });
  };

  #tellTracks = (): void => this.#events.onTracks(this.#tracks());

  #tracks(): Tracks {
    const video = this.#player.getVideoTracks();
    const audio = this.#player.getAudioTracks();
    const text = this.#player.getTextTracks();
    const active = video.find((track) => track.active);
    const activeAudio = audio.find((track) => track.active);
    const activeText = text.find((track) => track.active);
    for (const track of video) this.#qualities.set(qualityId(track), track);
    return {
      qualities: [...this.#qualities]
        .map(([id, { width, height }]) => ({ id, label: qualityLabel(width, height), height: height ?? 0 }))
        .sort((a, b) => b.height - a.height),
      quality: this.#automatic || !active ? undefined : qualityId(active),
      playingHeight: active?.height ?? undefined,
      audio: audio.map((track) => ({ id: audioId(track), label: trackLabel(track) })),
      audioTrack: activeAudio ? audioId(activeAudio) : undefined,
      text: text.map((track) => ({ id: String(track.id), label: trackLabel(track) })),
      textTrack: activeText ? String(activeText.id) : undefined,
    };
  }
}

type Labelled = { label: string | null; language: string };

const qualityId = (track: { width: number | null; height: number | null }) => `${track.width}x${track.height}`;
const audioId = (track: Labelled & { channelsCount: number | null }) =>
  `${track.language}/${track.label ?? ''}/${track.channelsCount ?? 0}`;

/** By the short side, as people name it, in portrait too. */
function qualityLabel(width: number | null, height: number | null): string {
  const short = Math.min(width ?? 0, height ?? 0);
  return short >= 2160 ? '4K' : `${short}p`;
}

function trackLabel({ label, language }: Labelled): string {
  if (label) return label;
  if (!language || language === 'und') return 'Default';
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language;
}

/** The edge says that the address is not, or no longer, good. */
function isRefusal(error: ShakaError): boolean {
  if (error.code !== shaka.util.Error.Code.BAD_HTTP_STATUS) return false;
  return [401, 403, 410].includes(Number(error.data?.[1]));
}

/** Another try may find the line, or the server, well again. */
function mayPass(error: ShakaError): boolean {
  const { HTTP_ERROR, TIMEOUT } = shaka.util.Error.Code;
  return error.code === HTTP_ERROR || error.code === TIMEOUT || isServerAway(error);
}

function isServerAway(error: ShakaError): boolean {
  const status = Number(error.data?.[1]);
  return error.code === shaka.util.Error.Code.BAD_HTTP_STATUS && (status >= 500 || status === 429);
}

function problemOfShaka(error: ShakaError): Problem {
  const { Category } = shaka.util.Error;
  if (isRefusal(error)) return accessProblem(undefined);
  if (isServerAway(error)) return awayProblem();
  const reason = `SHAKA_${error.code}`;
  // An answer came, and it was no: another try of the network changes nothing.
  if (error.code === shaka.util.Error.Code.BAD_HTTP_STATUS) return damagedProblem(reason);
  if (error.category === Category.NETWORK) return networkProblem();
  const inTheFilm = error.category === Category.MEDIA || error.category === Category.STREAMING;
  return inTheFilm ? damagedProblem(reason) : unplayableProblem(reason);
}

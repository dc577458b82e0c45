import shaka from 'shaka-player/dist/shaka-player.dash-es2021.js';
import { languageName } from '../../language/names.ts';
import { descriptionLabel } from '../../language/sound-label.ts';
import { _ } from '../../language/words.ts';
import type { Engine, EngineEvents, EngineTracks, Manifests, SignedSource } from './engine.ts';
import { firstBandwidth, keepLineSpeed, SPEED_KEY } from './line-speed.ts';
import { besideSigned, withTokenOf } from './playback-url.ts';
import {
  accessProblem,
  damagedProblem,
  networkProblem,
  type Problem,
  unavailableProblem,
  unplayableProblem,
} from './problem.ts';
import { type Protection, protectedBy, protectionProblem } from './protection.ts';

/** After this many refusals in a row a new address does not help. */
const RENEWALS_MAX = 3;
const RENEWALS_FORGOTTEN_AFTER_MS = 60_000;
/** When the first segment takes longer, the engine may switch to a lower quality. */
const FIRST_SEGMENT_MS_MAX = 4_000;
/**
 * The engine is stuck when playback waits and no segment of the picture was under way for this long. It happens where a
 * seek interrupts a switch of quality: shaka-player then lacks the new quality's first bytes, and requests no more.
 */
const STUCK_AFTER_MS = 5_000;
const WAITS = ['seeking', 'waiting'];
const END_S = 0.5;
/** Between retries of a failed segment while buffered film still plays. */
const TRY_AGAIN_MS = 2_000;

type VideoTrack = ReturnType<InstanceType<typeof shaka.Player>['getVideoTracks']>[number];
type ShakaError = { code: number; category: number; severity: number; data: unknown[] };

let prepared = false;

/** Plays DASH with shaka-player and keeps the signed address fresh. */
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
  readonly #protection: Protection | undefined;
  #renewals: number[] = [];
  #automatic = true;
  #adaptTimer: ReturnType<typeof setTimeout> | undefined;
  /** The requests for the picture's segments that are under way. */
  readonly #requests = new Set<unknown>();
  #waiting = false;
  #stuckTimer: ReturnType<typeof setTimeout> | undefined;
  #againTimer: ReturnType<typeof setTimeout> | undefined;
  /** Every quality seen so far: the engine hides those that failed, or were too much for the machine, for a while. */
  readonly #qualities = new Map<string, VideoTrack>();

  constructor(video: HTMLVideoElement, source: SignedSource, events: EngineEvents) {
    this.#video = video;
    this.#source = source;
    this.#events = events;
    this.#protection = protectedBy(source);
  }

  async attach(): Promise<void> {
    const player = this.#player;
    await player.attach(this.#video);
    player.configure({
      abr: {
        // Adaptation starts after the first frame: a switch would discard the segment that is being fetched.
        enabled: false,
        useNetworkInformation: false,
        defaultBandwidthEstimate: firstBandwidth(localStorage, SPEED_KEY),
        restrictToElementSize: true,
        restrictToScreenSize: true,
        advanced: { droppedFramesThreshold: 0.3 },
      },
      streaming: {
        bufferingGoal: 30,
        rebufferingGoal: 1,
        bufferBehind: 60,
        retryParameters: { maxAttempts: 4, baseDelay: 500, backoffFactor: 2, fuzzFactor: 0.5, timeout: 30_000 },
        // shaka's default retries a refused address endlessly; #failed requests a new address first.
        failureCallback: (_error: unknown) => {},
      },
      manifest: { retryParameters: { maxAttempts: 3, baseDelay: 500, backoffFactor: 2, timeout: 15_000 } },
      ...(this.#protection && { drm: this.#protection.drm }),
    });
    player.getNetworkingEngine()?.registerRequestFilter(async (type, request, context) => {
      if (context?.stream?.type === 'video') this.#requestBegins(request);
      const signedUrl = await this.#source.freshUrl();
      request.uris = request.uris.map((uri) => withTokenOf(uri, signedUrl));
      await this.#protection?.authorize(type, request);
    });
    for (const end of ['downloadcompleted', 'downloadfailed']) {
      player.addEventListener(end, (event: unknown) => this.#requestEnds((event as { request: unknown }).request));
    }
    player.addEventListener('error', (event: unknown) => void this.#failed((event as { detail: ShakaError }).detail));
    for (const change of ['trackschanged', 'variantchanged', 'adaptation', 'audiotrackschanged']) {
      player.addEventListener(change, () => this.#reportTracks());
    }
    this.#video.addEventListener('resize', this.#reportTracks);
    this.#video.addEventListener('loadeddata', this.#adapt);
    for (const wait of WAITS) this.#video.addEventListener(wait, this.#waits);
  }

  async load(manifests: Manifests, startS: number): Promise<void> {
    this.#qualities.clear();
    this.#adaptTimer = setTimeout(this.#adapt, FIRST_SEGMENT_MS_MAX);
    const load = () => {
      const manifest = besideSigned(this.#source.signedUrl(), manifests.dash, window.location.origin);
      return this.#player.load(manifest, startS > 0 ? startS : null);
    };
    try {
      await load();
    } catch (cause) {
      const error = cause as ShakaError;
      // A newer load replaced this one.
      if (error.code === shaka.util.Error.Code.LOAD_INTERRUPTED) return;
      if (!isRefusal(error) || !(await this.#source.renew())) throw problemOfShaka(error);
      await load();
    }
    this.#reportTracks();
  }

  chooseQuality(id: string | undefined): void {
    this.#automatic = id === undefined;
    this.#player.configure({ abr: { enabled: this.#automatic } });
    const track = id === undefined ? undefined : this.#qualities.get(id);
    if (track) this.#player.selectVideoTrack(track, true, 2);
    this.#reportTracks();
  }

  chooseAudio(id: string): void {
    const track = this.#player.getAudioTracks().find((candidate) => audioId(candidate) === id);
    if (track) this.#player.selectAudioTrack(track);
    this.#reportTracks();
  }

  recover(): boolean {
    return this.#player.retryStreaming();
  }

  async destroy(): Promise<void> {
    clearTimeout(this.#adaptTimer);
    clearTimeout(this.#stuckTimer);
    clearTimeout(this.#againTimer);
    for (const wait of WAITS) this.#video.removeEventListener(wait, this.#waits);
    this.#video.removeEventListener('resize', this.#reportTracks);
    this.#video.removeEventListener('loadeddata', this.#adapt);
    keepLineSpeed(localStorage, this.#player.getStats().estimatedBandwidth);
    await this.#player.destroy();
    this.#protection?.forget();
  }

  async #failed(error: ShakaError): Promise<void> {
    if (error.code === shaka.util.Error.Code.OPERATION_ABORTED) return;
    if (isRefusal(error) && this.#mayRenew()) {
      clearTimeout(this.#stuckTimer);
      if (await this.#source.renew()) {
        this.#player.retryStreaming(0.1);
        return;
      }
    }
    if (error.severity === shaka.util.Error.Severity.RECOVERABLE) return;
    // While buffered film plays, the network or the server may recover in time.
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

  #waits = (): void => {
    this.#waiting = true;
    this.#watchForStuck();
  };

  #requestBegins(request: unknown): void {
    this.#requests.add(request);
    clearTimeout(this.#stuckTimer);
  }

  #requestEnds(request: unknown): void {
    if (this.#requests.delete(request)) this.#watchForStuck();
  }

  // While a segment is under way, the network is slow and waiting is right.
  #watchForStuck(): void {
    clearTimeout(this.#stuckTimer);
    if (this.#waiting && this.#requests.size === 0) {
      this.#stuckTimer = setTimeout(() => this.#checkStuck(), STUCK_AFTER_MS);
    }
  }

  #checkStuck(): void {
    this.#waiting = false;
    const { currentTime, duration } = this.#video;
    if (this.#isPlayable() || duration - currentTime < END_S) return;
    this.#events.onStuck(this.#player.getPlaybackRate());
  }

  /** True when the buffer holds the current position. */
  #isPlayable(): boolean {
    const { currentTime, buffered } = this.#video;
    const has = Array.from({ length: buffered.length }, (_, at) => [buffered.start(at), buffered.end(at)] as const);
    return has.some(([from, to]) => from <= currentTime && currentTime < to);
  }

  #adapt = (): void => {
    clearTimeout(this.#adaptTimer);
    if (this.#automatic) this.#player.configure({ abr: { enabled: true } });
  };

  #reportTracks = (): void => this.#events.onTracks(this.#tracks());

  #tracks(): EngineTracks {
    const video = this.#player.getVideoTracks();
    const audio = this.#player.getAudioTracks();
    const active = video.find((track) => track.active);
    const activeAudio = audio.find((track) => track.active);
    for (const track of video) this.#qualities.set(qualityId(track), track);
    return {
      qualities: [...this.#qualities]
        .map(([id, { width, height }]) => {
          const lines = linesOf(width, height);
          return { id, label: lines >= 2160 ? '4K' : `${lines}p`, height: height ?? 0, lines };
        })
        .sort((a, b) => b.height - a.height),
      quality: this.#automatic || !active ? undefined : qualityId(active),
      playingHeight: active?.height ?? undefined,
      audio: audio.map((track) => {
        const isDescription = track.roles.includes('description');
        const label = isDescription ? descriptionLabel(track.language) : trackLabel(track);
        return { id: audioId(track), label, language: track.language, isDescription };
      }),
      audioTrack: activeAudio ? audioId(activeAudio) : undefined,
    };
  }
}

type Labelled = { label: string | null; language: string };

const qualityId = (track: { width: number | null; height: number | null }) => `${track.width}x${track.height}`;
const audioId = (track: Labelled & { channelsCount: number | null }) =>
  `${track.language}/${track.label ?? ''}/${track.channelsCount ?? 0}`;

/** Named by the lines of the 16:9 picture that it is fitted into, also in portrait: a wide film of 1920x800 is 1080p. */
function linesOf(width: number | null, height: number | null): number {
  const [short, long] = [Math.min(width ?? 0, height ?? 0), Math.max(width ?? 0, height ?? 0)];
  return Math.max(short, Math.round((long * 9) / 16));
}

function trackLabel({ label, language }: Labelled): string {
  if (label) return label;
  if (!language || language === 'und') return _('Default');
  return languageName(language);
}

/** True when the edge refused the address: invalid or expired. */
function isRefusal(error: ShakaError): boolean {
  if (error.code !== shaka.util.Error.Code.BAD_HTTP_STATUS) return false;
  return [401, 403, 410].includes(Number(error.data?.[1]));
}

/** True for failures that a retry may resolve. */
function mayPass(error: ShakaError): boolean {
  const { HTTP_ERROR, TIMEOUT } = shaka.util.Error.Code;
  return error.code === HTTP_ERROR || error.code === TIMEOUT || isServerUnavailable(error);
}

function isServerUnavailable(error: ShakaError): boolean {
  const status = Number(error.data?.[1]);
  return error.code === shaka.util.Error.Code.BAD_HTTP_STATUS && (status >= 500 || status === 429);
}

function problemOfShaka(error: ShakaError): Problem {
  const { Category } = shaka.util.Error;
  if (isRefusal(error)) return accessProblem(undefined);
  const protection = protectionProblem(error);
  if (protection) return protection;
  if (isServerUnavailable(error)) return unavailableProblem();
  const reason = `SHAKA_${error.code}`;
  // The server answered with a refusal, so a retry does not help.
  if (error.code === shaka.util.Error.Code.BAD_HTTP_STATUS) return damagedProblem(reason);
  if (error.category === Category.NETWORK) return networkProblem();
  const inTheFilm = error.category === Category.MEDIA || error.category === Category.STREAMING;
  return inTheFilm ? damagedProblem(reason) : unplayableProblem(reason);
}

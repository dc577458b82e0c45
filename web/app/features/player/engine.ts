import type { Problem } from './problem.ts';

/** `lines` are those of the 16:9 picture that it is fitted into. */
export type Quality = { id: string; label: string; height: number; lines: number };
export type Track = { id: string; label: string };
/** A description also says what is seen. */
export type AudioTrack = Track & { language: string; isDescription: boolean };
/** What the engine plays. */
export type EngineTracks = {
  qualities: Quality[];
  /** Undefined while the engine chooses. */
  quality: string | undefined;
  /** What is on screen now. */
  playingHeight: number | undefined;
  audio: AudioTrack[];
  audioTrack: string | undefined;
};
export type Tracks = EngineTracks & {
  text: Track[];
  textTrack: string | undefined;
};

export const NO_ENGINE_TRACKS: EngineTracks = {
  qualities: [],
  quality: undefined,
  playingHeight: undefined,
  audio: [],
  audioTrack: undefined,
};
export const NO_TRACKS: Tracks = { ...NO_ENGINE_TRACKS, text: [], textTrack: undefined };

/** The signed address of the film's files; the engine asks for a fresh one before each request. */
export type SignedSource = {
  signedUrl(): string;
  freshUrl(): Promise<string>;
  /** Requests a new address after the edge refused the current one. False when there is none. */
  renew(): Promise<boolean>;
  /** A licence of a protected film, as JSON of Clear Key. Absent where nothing is protected, as for trailers. */
  licence?(): Promise<string>;
  /** Who else issues licences of it, best first, to browsers that know one of their key systems. */
  licenceServers?: readonly LicenceServer[];
  /** What those servers are sent with each request. */
  licenceToken?(): Promise<string>;
};

export type LicenceServer = { keySystem: string; url: string; certificateUrl: string };

export type Manifests = { dash: string; hls: string };

export type EngineEvents = {
  onTracks: (tracks: EngineTracks) => void;
  onProblem: (problem: Problem) => void;
  /** The engine is stuck after a seek and may not end in good time. `rate` is the speed that the viewer had chosen. */
  onStuck: (rate: number) => void;
  /** The browser plays on only when its viewer asks for it. */
  onBlocked: () => void;
};

/** Plays manifests in a video element. */
export type Engine = {
  load(manifests: Manifests, startS: number): Promise<void>;
  /** Undefined lets the engine choose. */
  chooseQuality(id: string | undefined): void;
  chooseAudio(id: string): void;
  /** Continues after a network problem. False when the film has to be loaded again. */
  recover(): boolean;
  destroy(): Promise<void>;
};

/** True on iPhones without Managed Media Source, which play HLS natively and nothing else. */
export function needsNativeHls(): boolean {
  if (typeof window === 'undefined') return false;
  const hasMediaSource = 'MediaSource' in window || 'ManagedMediaSource' in window;
  return !hasMediaSource && document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== '';
}

/** The browser plays a film only when its viewer asks for it. */
export const isNotAllowed = (cause: unknown): boolean =>
  cause instanceof DOMException && cause.name === 'NotAllowedError';

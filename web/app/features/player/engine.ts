import type { Problem } from './problem.ts';

export type Quality = { id: string; label: string; height: number };
export type Track = { id: string; label: string };
export type Tracks = {
  qualities: Quality[];
  /** Undefined while the engine chooses. */
  quality: string | undefined;
  /** What is on screen now. */
  playingHeight: number | undefined;
  audio: Track[];
  audioTrack: string | undefined;
  text: Track[];
  textTrack: string | undefined;
};

export const NO_TRACKS: Tracks = {
  qualities: [],
  quality: undefined,
  playingHeight: undefined,
  audio: [],
  audioTrack: undefined,
  text: [],
  textTrack: undefined,
};

/** Where the film lies. The address is signed; the engine asks for a fresh one before each request. */
export type SignedSource = {
  signedUrl(): string;
  freshUrl(): Promise<string>;
  /** Called when the edge refuses the address. False when no new one can be had. */
  renew(): Promise<boolean>;
};

export type Manifests = { dash: string; hls: string };

export type EngineEvents = {
  onTracks: (tracks: Tracks) => void;
  onProblem: (problem: Problem) => void;
  /** It does not find its way any more, nor can it be ended in good time; the viewer had chosen this speed. */
  onLost: (rate: number) => void;
};

/** What turns manifests into pictures. */
export type Engine = {
  load(manifests: Manifests, startS: number): Promise<void>;
  /** Undefined gives the choice back to the engine. */
  chooseQuality(id: string | undefined): void;
  chooseAudio(id: string): void;
  chooseText(id: string | undefined): void;
  /** Goes on after a problem of the network. False when it has to be loaded anew. */
  recover(): boolean;
  destroy(): Promise<void>;
};

/** iPhones without Managed Media Source play HLS by themselves, and nothing else. */
export function needsNativeHls(): boolean {
  if (typeof window === 'undefined') return false;
  const hasMediaSource = 'MediaSource' in window || 'ManagedMediaSource' in window;
  return !hasMediaSource && document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== '';
}

import type { ChildStarted } from './run-child.ts';

/** Paths of the programs, and the limits of their processes. */
export type MediaTools = {
  ffmpeg: string;
  ffprobe: string;
  packager: string;
  /** x264's preset: quicker ones make larger files. */
  preset: string;
  /** Threads for each child; 0 takes the machine's. */
  threads: number;
  onStarted?: ChildStarted;
};

// A playlist or a script named .mp4 would make ffmpeg open other files and addresses: only containers of film are
// read, and only from the file given.
const CONTAINERS = ['mov,mp4,m4a,3gp,3g2,mj2', 'matroska,webm', 'avi', 'mpegts', 'mpeg', 'mxf', 'flv', 'asf', 'ogg'];

export const SAFE_INPUT = ['-protocol_whitelist', 'file', '-format_whitelist', CONTAINERS.join(',')];

/** The name as ffmpeg takes it, whatever it looks like. */
export const inputFile = (path: string) => `file:${path}`;

const MIB = 1024 ** 2;

/** Address space by picture size: what x264's lookahead over all renditions takes, and as much again. */
export function memoryFor(pixels: number): number {
  return 2048 * MIB + Math.ceil(pixels * 1.5 * 400);
}

// The thread that reads one large file of subtitles.
import { parentPort, workerData } from 'node:worker_threads';
import { type CueFileAsked, cueFileOf } from './cue-file.ts';

parentPort?.postMessage(cueFileOf(workerData as CueFileAsked));

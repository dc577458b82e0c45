// Draws share pictures in a thread of its own: one takes tens of milliseconds of CPU.
import { parentPort, workerData } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import { type ShareContent, sharePictureComposer } from './compose-picture.ts';

export type DrawerData = { fontFolder: string };
export type DrawAsked = { id: number; content: ShareContent };
export type DrawAnswered = { id: number; png?: Uint8Array; error?: string };

const { compose, fonts } = sharePictureComposer((workerData as DrawerData).fontFolder);

parentPort?.on('message', ({ id, content }: DrawAsked) => {
  parentPort?.postMessage(draw(id, content));
});

function draw(id: number, content: ShareContent): DrawAnswered {
  try {
    const font = { loadSystemFonts: false, fontFiles: fonts.paths };
    return { id, png: new Resvg(compose(content), { font, logLevel: 'off' }).render().asPng() };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

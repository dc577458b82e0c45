import { readImport } from './read-import.ts';

// A large file is parsed here, so that the page stays responsive.
self.onmessage = async ({ data }: MessageEvent<File>) => {
  self.postMessage(readImport(await data.arrayBuffer(), data.name));
};

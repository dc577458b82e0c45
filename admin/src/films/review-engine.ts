import type { Engine, EngineEvents, SignedSource } from '@marquee/web/player/engine';
import { createNativeEngine } from '@marquee/web/player/native-engine';
import { createShakaEngine } from '@marquee/web/player/shaka-engine';

/** The site's own engine, in a chunk of its own: most pages of the back office play nothing. */
export async function createEngine(
  video: HTMLVideoElement,
  source: SignedSource,
  events: EngineEvents,
  isNative: boolean,
): Promise<Engine | undefined> {
  return isNative ? createNativeEngine(video, source, events) : createShakaEngine(video, source, events);
}

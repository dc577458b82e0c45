import { type Engine, type EngineEvents, needsNativeHls, type SignedSource } from './engine.ts';

/** The engine that this browser plays signed videos with. */
export async function openEngine(video: HTMLVideoElement, source: SignedSource, events: EngineEvents): Promise<Engine> {
  if (!needsNativeHls()) {
    const { createShakaEngine } = await import('./shaka-engine.ts');
    const engine = await createShakaEngine(video, source, events);
    if (engine) return engine;
  }
  const { createNativeEngine } = await import('./native-engine.ts');
  return createNativeEngine(video, source, events);
}

import {
  type Engine,
  type EngineEvents,
  isNotAllowed,
  type Manifests,
  NO_ENGINE_TRACKS,
  type SignedSource,
} from './engine.ts';
import { besideSigned } from './playback-url.ts';
import { networkProblem, unplayableProblem } from './problem.ts';

/**
 * The browser's own HLS player: one signed address serves the whole film, and the browser chooses the quality. When that
 * address has ended and the film has another one, as after a phone was in a pocket, it continues there.
 */
export function createNativeEngine(video: HTMLVideoElement, source: SignedSource, events: EngineEvents): Engine {
  let loaded: { manifests: Manifests; signedUrl: string } | undefined;
  let reloading = false;

  const report = (code: number | undefined) =>
    events.onProblem(code === MediaError.MEDIA_ERR_NETWORK ? networkProblem() : unplayableProblem('MEDIA'));

  async function load(manifests: Manifests, startS: number): Promise<void> {
    const signedUrl = source.signedUrl();
    await new Promise<void>((resolve, reject) => {
      const done = () => {
        video.removeEventListener('loadedmetadata', onLoaded);
        video.removeEventListener('error', onFailed);
      };
      const onLoaded = () => {
        done();
        if (startS > 0) video.currentTime = startS;
        resolve();
      };
      const onFailed = () => {
        done();
        reject(video.error ?? new Error('The film could not be loaded'));
      };
      video.addEventListener('loadedmetadata', onLoaded);
      video.addEventListener('error', onFailed);
      video.src = besideSigned(signedUrl, manifests.hls, window.location.origin);
      video.load();
    });
    loaded = { manifests, signedUrl };
  }

  const blocked = (cause: unknown) => {
    if (!isNotAllowed(cause)) throw cause;
    events.onBlocked();
  };

  /** True once the film plays on from another address, or would if its viewer asked for it. */
  async function continues(): Promise<boolean> {
    const before = loaded;
    if (!before || !(await source.renew()) || source.signedUrl() === before.signedUrl) return false;
    const { currentTime, paused, playbackRate } = video;
    await load(before.manifests, currentTime);
    // Loading takes it back.
    video.playbackRate = playbackRate;
    if (!paused) await video.play().catch(blocked);
    return true;
  }

  const onError = () => {
    if (reloading) return;
    const code = video.error?.code;
    if (!loaded) return report(code);
    reloading = true;
    continues()
      .catch(() => false)
      .then((isPlaying) => {
        reloading = false;
        if (!isPlaying && loaded) report(code);
      });
  };
  video.addEventListener('error', onError);
  return {
    async load(manifests, startS) {
      await load(manifests, startS);
      events.onTracks(NO_ENGINE_TRACKS);
    },
    chooseQuality: () => {},
    chooseAudio: () => {},
    recover: () => false,
    async destroy() {
      loaded = undefined;
      video.removeEventListener('error', onError);
      video.removeAttribute('src');
      video.load();
    },
  };
}

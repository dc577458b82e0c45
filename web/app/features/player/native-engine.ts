import { type Engine, type EngineEvents, NO_ENGINE_TRACKS, type SignedSource } from './engine.ts';
import { besideSigned } from './playback-url.ts';
import { networkProblem, unplayableProblem } from './problem.ts';

/** The browser's own HLS player: one signed address serves the whole film, and the browser chooses the quality. */
export function createNativeEngine(video: HTMLVideoElement, source: SignedSource, events: EngineEvents): Engine {
  const onError = () => {
    const network = video.error?.code === MediaError.MEDIA_ERR_NETWORK;
    events.onProblem(network ? networkProblem() : unplayableProblem('MEDIA'));
  };
  video.addEventListener('error', onError);
  return {
    async load({ hls }, startS) {
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
        video.src = besideSigned(source.signedUrl(), hls, window.location.origin);
        video.load();
      });
      events.onTracks(NO_ENGINE_TRACKS);
    },
    chooseQuality: () => {},
    chooseAudio: () => {},
    recover: () => false,
    async destroy() {
      video.removeEventListener('error', onError);
      video.removeAttribute('src');
      video.load();
    },
  };
}

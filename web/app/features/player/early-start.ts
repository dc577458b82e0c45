import { fromJson, type JsonValue } from '@bufbuild/protobuf';
import {
  type StartPlaybackResponse,
  StartPlaybackResponseSchema,
  WatchService,
} from '@marquee/contracts/film/v1/watch_pb';

import { SOURCE_KEY, sourceOf } from '../film/film-source.ts';
import { beginningOf } from './beginning.ts';
import { firstBandwidth, SPEED_KEY } from './line-speed.ts';
import { QUALITY_KEY } from './viewer-choices.ts';

/** What the script of the page leaves for its modules. */
declare global {
  var earlyStart: { filmId: string; answer: Promise<JsonValue> } | undefined;
}

const ADDRESS = `/rpc/${WatchService.typeName}/${WatchService.method.startPlayback.name}`;

/**
 * Opens the playback session of a film, and has its manifest and first files read into the browser's cache, while the
 * scripts of the page still load. A film that begins elsewhere or later, or in a quality that its viewer has chosen, has its manifest read alone. Written out, since it runs before any module: `nativeHls` is needsNativeHls() of engine.ts,
 * and `source` what film-source.ts keeps a moment later.
 */
export const startScript = (filmId: string) => `{
const nativeHls = !("MediaSource" in window || "ManagedMediaSource" in window) &&
  document.createElement("video").canPlayType("application/vnd.apple.mpegurl") !== "";
const filmId = ${JSON.stringify(filmId).replaceAll('<', '\\u003c')};
const [kept, known] = (() => { try { return (sessionStorage.getItem(${JSON.stringify(SOURCE_KEY)}) ?? "").split(" "); } catch { return []; } })();
const entered = (${sourceOf})({ before: document.referrer, origin: location.origin, isFramed: window.top !== window.self, filmId });
const source = entered ?? (kept === filmId ? known : undefined);
const answer = fetch(${JSON.stringify(ADDRESS)}, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    requestId: crypto.randomUUID(), filmId, nativeHls, ...(source && { source: "PLAY_SOURCE_" + source }),
  }),
}).then((response) => response.ok ? response.json() : Promise.reject(new Error(String(response.status))));
globalThis.earlyStart = { filmId, answer };
answer.then(async ({ access, dashManifest, resumePositionMs, adTagUrl, preRollVideoUri }) => {
  if (!access?.valid || !dashManifest || nativeHls) return;
  const manifest = await (await fetch(access.signedUrl + dashManifest)).text();
  if (resumePositionMs > 0 || adTagUrl || preRollVideoUri || localStorage.getItem(${JSON.stringify(QUALITY_KEY)}) > 0) return;
  const bandwidth = (${firstBandwidth})(localStorage, ${JSON.stringify(SPEED_KEY)});
  const box = { width: innerWidth * devicePixelRatio, height: innerHeight * devicePixelRatio };
  const names = (${beginningOf})(manifest, bandwidth, box);
  await Promise.all(names.map(async (name) => (await fetch(access.signedUrl + name, { priority: "low" })).blob()));
}).catch(() => {});
}`;

/** The session that the page has opened for this film, once; undefined after a navigation within the site. */
export function takeEarlyStart(filmId: string): Promise<StartPlaybackResponse> | undefined {
  const early = globalThis.earlyStart;
  globalThis.earlyStart = undefined;
  if (early?.filmId !== filmId) return undefined;
  return early.answer.then((answer) => fromJson(StartPlaybackResponseSchema, answer, { ignoreUnknownFields: true }));
}

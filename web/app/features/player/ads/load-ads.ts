import { VASTClient, VASTTracker } from '@dailymotion/vast-client';
import { AD_SECONDS_MAX } from '@marquee/rules/ads';
import type { Manifests } from '../engine.ts';

/** One file, or the manifests of an ad of the house in their signed folder. */
export type AdVideo = { url: string } | { signedUrl: string; manifests: Manifests };

/** An ad that the player can play. */
export type LinearAd = {
  id: number;
  video: AdVideo;
  /** As the ad server says, in seconds; 0 when it does not. */
  durationS: number;
  /** Seconds after which it may be skipped; undefined when it may not. */
  skipAfterS: number | undefined;
  /** A line about what is advertised; '' without. */
  text: string;
  /** Where who is interested is led; undefined without. */
  href: string | undefined;
  tracker: VASTTracker;
};

/** All of an ad server's answers together, in milliseconds: the film waits for them. */
const ANSWER_MS_MAX = 3_000;
const ANSWER_BYTES_MAX = 256 * 1024;
/** Answers that only name another address. */
const WRAPPERS_MAX = 3;
const ADS_MAX = 3;

/** The ads that a server has for the film's start, in their order; none when it has none or does not answer in time. */
export async function loadAds(tagUrl: string, left: AbortSignal): Promise<LinearAd[]> {
  const signal = AbortSignal.any([left, AbortSignal.timeout(ANSWER_MS_MAX)]);
  const client = new VASTClient(0, 0, new Forgetful() as never);
  const options = {
    wrapperLimit: WRAPPERS_MAX,
    timeout: ANSWER_MS_MAX,
    urlHandler: { get: (url: string) => answerOf(url, signal) },
  };
  const { ads } = (await client.get(new URL(tagUrl, window.location.origin).href, options)) as { ads: VastAd[] };
  return ads.flatMap((ad, index) => linearAd(client, ad, index) ?? []).slice(0, ADS_MAX);
}

/** What the client would keep between two calls, in the browser's storage: how often it asked. */
class Forgetful {
  readonly #kept = new Map<string, unknown>();
  getItem(key: string) {
    return this.#kept.get(key);
  }
  setItem(key: string, value: unknown) {
    this.#kept.set(key, value);
  }
}

async function answerOf(url: string, signal: AbortSignal) {
  try {
    if (!isWeb(url)) throw new Error('The address of an ad server is of another kind.');
    const response = await fetch(url, { signal, credentials: 'omit', referrerPolicy: 'origin' });
    if (!response.ok) throw new Error(`The ad server answered ${response.status}.`);
    const text = await textOf(response);
    const xml = new DOMParser().parseFromString(text, 'text/xml');
    return { xml, details: { byteLength: text.length, statusCode: response.status, rawXml: text } };
  } catch (error) {
    return { error, statusCode: null };
  }
}

/** The body, of which no more is read than an answer may have. */
async function textOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > ANSWER_BYTES_MAX) {
      await reader.cancel();
      throw new Error('The answer of the ad server is too large.');
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

/** What is read of the parser's objects, which have no types of their own. */
type VastAd = { title: string | null; advertiser: { value?: string } | null; creatives: VastCreative[] };
type MediaFiles = { fileURL: string | null; mimeType: string | null; deliveryType: string; width: number }[];
type VastCreative = {
  type: string;
  duration?: number;
  skipDelay?: number | null;
  mediaFiles?: MediaFiles;
  videoClickThroughURLTemplate?: { url?: string } | null;
  variations?: { altText?: string | null }[];
};

function linearAd(client: VASTClient, ad: VastAd, id: number): LinearAd | undefined {
  const linear = ad.creatives.find(({ type }) => type === 'linear');
  if (!linear) return undefined;
  const tracker = new VASTTracker(client, ad as never, linear as never);
  const durationS = Math.max(0, linear.duration ?? 0);
  const files = linear.mediaFiles ?? [];
  const url = fileOf(files);
  const video = url ? { url } : manifestsOf(files);
  if (!video || durationS > AD_SECONDS_MAX) {
    tracker.error({ ERRORCODE: video ? '202' : '403' });
    return undefined;
  }
  const skip = linear.skipDelay;
  const href = linear.videoClickThroughURLTemplate?.url?.trim() ?? '';
  const companion = ad.creatives.flatMap(({ variations = [] }) => variations).find(({ altText }) => altText);
  return {
    ...{ id, video, durationS, tracker },
    skipAfterS: typeof skip === 'number' && skip >= 0 ? skip : undefined,
    text: (companion?.altText ?? ad.title ?? ad.advertiser?.value ?? '').trim().slice(0, 160),
    href: isWeb(href) ? href : undefined,
  };
}

/** The file that fits the window best: the smallest that fills it, else the largest there is. */
function fileOf(files: MediaFiles): string | undefined {
  const wanted = window.innerWidth * Math.min(window.devicePixelRatio, 2);
  const playable = files
    .filter(({ fileURL, mimeType, deliveryType }) => {
      const type = mimeType?.toLowerCase() ?? '';
      return isWeb(fileURL ?? '') && deliveryType !== 'streaming' && /^video\/(?:mp4|webm)$/.test(type);
    })
    .sort((a, b) => a.width - b.width);
  return (playable.find(({ width }) => width >= wanted) ?? playable.at(-1))?.fileURL ?? undefined;
}

/** Manifests of our own: what plays them has our address alone, and no other site's is played so. */
function manifestsOf(files: MediaFiles): AdVideo | undefined {
  const ofType = (type: string) => {
    const url = files.find(({ mimeType, fileURL }) => mimeType === type && URL.canParse(fileURL ?? ''))?.fileURL;
    const { origin, pathname } = new URL(url ?? 'about:blank');
    return origin === window.location.origin ? /^(\/v\/.+\/)([^/]+)$/.exec(pathname) : null;
  };
  const [, signedUrl, dash] = ofType('application/dash+xml') ?? [];
  const [, folder, hls] = ofType('application/vnd.apple.mpegurl') ?? [];
  if (!signedUrl || !dash || !hls || folder !== signedUrl) return undefined;
  return { signedUrl, manifests: { dash, hls } };
}

/** An ad may name any address, also one that would run as code of ours. */
function isWeb(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

import type { GetAdResponse } from '@marquee/contracts/film/v1/campaigns_pb';
import { type AdEventName, adPath } from '@marquee/rules/ads';
import { DOMImplementation, XMLSerializer } from '@xmldom/xmldom';
import { filmPath } from '../../film/film-view.ts';

/** The events that VAST lists as tracking events, by its names; the others have elements of their own. */
const TRACKED = {
  start: 'start',
  firstQuartile: 'first-quartile',
  midpoint: 'midpoint',
  thirdQuartile: 'third-quartile',
  complete: 'complete',
  skip: 'skip',
} as const satisfies Record<string, AdEventName>;

type House = { showingId: string; publicUrl: string };
type Part = Element | string;

/** An ad of the house as VAST 4.2, with absolute addresses, as players expect them [WAT-11]. */
export function vastXml(ad: GetAdResponse, { showingId, publicUrl }: House): string {
  const document = new DOMImplementation().createDocument(null, 'VAST', null);
  const make = (name: string, attributes: Record<string, string | number>, ...parts: Part[]): Element => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    for (const part of parts) element.appendChild(typeof part === 'string' ? textOf(document, part) : part);
    return element;
  };
  const at = (path: string) => new URL(path, publicUrl).href;
  const eventAt = (event: AdEventName) => at(`${adPath(showingId)}/${event}`);
  document.documentElement.setAttribute('version', '4.2');
  const { width, height, skipAfterSeconds } = ad;
  const file = (type: string, name: string) =>
    make('MediaFile', { delivery: 'streaming', type, width, height }, at(`${ad.signedUrl}${name}`));
  const linear = make(
    'Linear',
    skipAfterSeconds === undefined ? {} : { skipoffset: clockText(skipAfterSeconds * 1_000) },
    make(
      'TrackingEvents',
      {},
      ...Object.entries(TRACKED).map(([event, name]) => make('Tracking', { event }, eventAt(name))),
    ),
    make('Duration', {}, clockText(ad.durationMs)),
    make(
      'MediaFiles',
      {},
      file('application/dash+xml', ad.dashManifest),
      file('application/vnd.apple.mpegurl', ad.hlsManifest),
    ),
    make(
      'VideoClicks',
      {},
      make('ClickThrough', {}, ad.clickUrl || at(filmPath({ id: ad.filmId, preview: false }))),
      make('ClickTracking', {}, eventAt('click')),
    ),
  );
  const companion = make('Companion', { width: 300, height: 50 }, make('AltText', {}, ad.companionText));
  document.documentElement.appendChild(
    make(
      'Ad',
      { id: showingId },
      make(
        'InLine',
        {},
        make('AdSystem', {}, 'Marquee'),
        make('Error', {}, eventAt('error')),
        make('Impression', {}, eventAt('impression')),
        make('AdServingId', {}, showingId),
        make('AdTitle', {}, ad.title),
        make(
          'Creatives',
          {},
          make('Creative', {}, linear, make('UniversalAdId', { idRegistry: 'unknown' }, 'unknown')),
          ...(ad.companionText ? [make('Creative', {}, make('CompanionAds', {}, companion))] : []),
        ),
      ),
    ),
  );
  return serialized(document);
}

const serialized = (document: Document) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(document)}\n`;

/** XML has no form for these characters. */
const textOf = (document: Document, text: string) =>
  document.createTextNode(text.replace(/[\p{Cs}\uFFFE\uFFFF]/gu, ''));

/** HH:MM:SS.mmm, as VAST writes times. */
const clockText = (ms: number) => new Date(ms).toISOString().slice(11, 23);

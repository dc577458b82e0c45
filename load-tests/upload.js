// Makers who upload: each creates a film, sends FILE in parts of CHUNK_MB as the studio does, asks for the offset in
// between, waits until the file is checked, and deletes the film.

import { sleep } from 'k6';
import encoding from 'k6/encoding';
import http from 'k6/http';
import { Trend } from 'k6/metrics';
import { randomUUID } from './ids.js';
import { makerCount, makerOfUser } from './prepared.js';
import { call, count, person } from './requests.js';
import { availability, TREND_STATS, thresholds } from './slo.js';
import { summary } from './summary.js';
import { baseUrl, setting } from './target.js';

const MAKERS = setting('MAKERS', 2);
const UPLOADS = setting('UPLOADS', 3);
const CHUNK_BYTES = setting('CHUNK_MB', 32) * 1024 * 1024;
const MINUTES_MAX = setting('MINUTES_MAX', 30);
const CHECK_S_MAX = 120;
const PART_TIMEOUT = '300s';
const FILE = open(__ENV.FILE || './upload.mp4', 'b');

if (makerCount < MAKERS) {
  throw new Error(
    `${makerCount} makers are prepared, ${MAKERS} are to upload: npm run load:prepare -- --makers ${MAKERS}`,
  );
}

/**
 * Megabytes a second of one upload, from its start until the last byte was accepted. It has no threshold, since it
 * depends on the line between k6 and the site.
 */
const uploadSpeed = new Trend('upload_mb_per_s');
/** Time from the last byte until the file is checked; after CHECK_S_MAX it counts as a missing answer. */
const checkDuration = new Trend('upload_check', true);

export const options = {
  scenarios: {
    upload: { executor: 'per-vu-iterations', vus: MAKERS, iterations: UPLOADS, maxDuration: `${MINUTES_MAX}m` },
  },
  thresholds: thresholds('upload_check'),
  summaryTrendStats: TREND_STATS,
};

export default function upload() {
  const maker = person(__VU, makerOfUser());
  const filmTitle = `Load ${__VU} ${__ITER}`;
  const film = { requestId: randomUUID(), filmTitle, projectType: 'PROJECT_TYPE_SHORT' };
  const created = call(maker, 'film.v1.StudioService/CreateFilm', film);
  const filmId = created?.film?.film?.id;
  if (!filmId) return;
  const address = send(maker, filmId);
  if (address) untilChecked(maker, address.slice(address.lastIndexOf('/') + 1));
  call(maker, 'film.v1.StudioService/DeleteFilm', { requestId: randomUUID(), filmId });
}

const TUS = { 'tus-resumable': '1.0.0', origin: baseUrl, 'sec-fetch-site': 'same-origin' };

/** Uploads the file; returns the upload's address once every byte was accepted. */
function send(maker, filmId) {
  const startedAt = Date.now();
  const about = { filename: 'load.mp4', filetype: 'video/mp4', filmId, slot: 'FILM_VIDEO' };
  const metadata = Object.entries(about).map(([name, value]) => `${name} ${encoding.b64encode(value)}`);
  const begin = { ...maker, ...TUS, 'upload-length': String(FILE.byteLength), 'upload-metadata': metadata.join(',') };
  const begun = http.post(`${baseUrl}/uploads`, null, { headers: begin, tags: { name: 'begin upload' } });
  if (!count(begun, [201], 'begin upload')) return undefined;
  const { Location: location } = begun.headers;
  const address = location.startsWith('http') ? location : `${baseUrl}${location}`;
  for (let offset = 0; offset < FILE.byteLength; ) {
    const headers = {
      ...maker,
      ...TUS,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    };
    const part = FILE.slice(offset, offset + CHUNK_BYTES);
    const sent = http.patch(address, part, { headers, tags: { name: 'upload part' }, timeout: PART_TIMEOUT });
    if (!count(sent, [204], 'upload part')) return undefined;
    offset = Number(sent.headers['Upload-Offset']);
    // As a browser that resumes an upload does.
    const asked = http.request('HEAD', address, null, {
      headers: { ...maker, ...TUS },
      tags: { name: 'upload offset' },
    });
    if (!count(asked, [200], 'upload offset')) return undefined;
    availability.add(Number(asked.headers['Upload-Offset']) === offset, { name: 'upload offset' });
  }
  uploadSpeed.add(FILE.byteLength / 1e6 / ((Date.now() - startedAt) / 1_000));
  return address;
}

function untilChecked(maker, assetId) {
  const startedAt = Date.now();
  while (Date.now() - startedAt < CHECK_S_MAX * 1_000) {
    const state = call(maker, 'media.v1.MediaService/GetAsset', { assetId })?.asset?.state;
    if (state && !/UPLOADING|CHECKING/.test(state)) {
      checkDuration.add(Date.now() - startedAt);
      availability.add(/READY/.test(state), { name: 'upload check' });
      return;
    }
    sleep(1);
  }
  availability.add(false, { name: 'upload check' });
}

export const handleSummary = summary('upload');

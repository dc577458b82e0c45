import { createHash, randomInt, randomUUID } from 'node:crypto';
import { type Browser, openBrowser } from './browser.ts';
import { type Claims, claim } from './claims.ts';
import { createFilm, type Files, fill } from './films.ts';
import type { Load } from './load.ts';
import { meetChallenge, newAccount, newPerson, type Person } from './people.ts';
import type { Records } from './records.ts';
import { ownBytes } from './uploads.ts';

export type Cast = {
  url: string;
  records: Records;
  claims: Claims;
  files: Files;
  /** The film that viewers watch and review. */
  watched: { id: string; title: string };
  /** The film that its maker edits, publishes and unpublishes. */
  edited: string;
  maker: Person;
  uploader: Person;
  viewers: Person[];
  reviewers: Person[];
};

/** Everybody who uses the site during the faults. */
export function addClients(load: Load, cast: Cast): void {
  addReaders(load, cast);
  for (const viewer of cast.viewers) addViewer(load, cast, viewer.browser);
  for (const reviewer of cast.reviewers) addReviewer(load, cast, reviewer);
  addMaker(load, cast);
  addUploader(load, cast);
  addNewcomers(load, cast);
}

function addReaders(load: Load, { url, records, watched }: Cast): void {
  const reader = openBrowser(url, 'reader', records);
  const pages = [
    { path: '/', holds: 'Marquee' },
    { path: `/feed/${watched.id}`, holds: watched.title },
    { path: `/feed/${watched.id}/comments`, holds: watched.title },
  ];
  let turn = 0;
  load.add('reader', 400, async () => {
    const { path, holds } = pages[turn++ % pages.length] ?? { path: '/', holds: '' };
    // Bypasses the gateway's page cache.
    const headers = { cookie: `marquee-fresh-${new URL(url).port}=${Date.now()}` };
    await reader.send({
      kind: 'page',
      what: path === '/' ? 'home' : path.endsWith('comments') ? 'reviews' : 'film',
      path,
      headers,
      check: ({ body }) => (body.includes(holds) ? undefined : `the page does not hold "${holds}"`),
    });
  });
}

type Access = { valid?: boolean; signedUrl?: string };
type Playback = { access: Access; playbackSessionId: string; hlsManifest: string };
type Watching = { sessionId: string; baseUrl: string; segments: string[]; beats: number; startedAt: number };

const BEATS_PER_SESSION = 12;
/** However slow the machine is, somebody asks to play the film every other second. */
const SESSION_MS_MAX = 8_000;
// A session ends before the film does: a position past its end would count as the end.
const STEP_MS = 600;
// Below the rate limit of one account.
const BEAT_MS = 1_100;

function addViewer(load: Load, { watched, claims }: Cast, browser: Browser): void {
  const known = new Map<string, string>();
  let watching: Watching | undefined;
  let isUnlocked = false;

  async function open(): Promise<Watching | undefined> {
    const body = { requestId: randomUUID(), filmId: watched.id };
    if (!isUnlocked) await browser.persist('playback', 'film.v1.WatchService/UnlockFilm', body);
    isUnlocked = true;
    const started = await browser.call<Playback>('playback', 'film.v1.WatchService/StartPlayback', body);
    const baseUrl = started?.access.signedUrl;
    if (!baseUrl) return undefined;
    const segments = await segmentsOf(browser, baseUrl, started.hlsManifest);
    const session = { sessionId: started.playbackSessionId, startedAt: performance.now() };
    return segments.length > 0 ? { ...session, baseUrl, segments, beats: 0 } : undefined;
  }

  load.add(browser.name, BEAT_MS, async () => {
    watching ??= await open();
    if (!watching) return;
    watching.beats += 1;
    const positionMs = watching.beats * STEP_MS;
    const beat = { playbackSessionId: watching.sessionId, positionMs, playedMs: positionMs };
    const answer = await browser.call<{ access?: Access }>('heartbeat', 'film.v1.WatchService/Heartbeat', beat);
    if (answer?.access?.valid === true) {
      claims.beats.push({ sessionId: watching.sessionId, positionMs, endedAt: performance.now() });
      watching.baseUrl = answer.access.signedUrl ?? watching.baseUrl;
    }
    const segment = watching.segments[watching.beats % watching.segments.length] ?? '';
    await browser.send({
      kind: 'segment',
      what: 'segment',
      path: watching.baseUrl + segment,
      check: ({ body }) => sameAsBefore(known, segment, body),
    });
    const isOver = performance.now() - watching.startedAt >= SESSION_MS_MAX;
    if (isOver || watching.beats >= BEATS_PER_SESSION) watching = undefined;
  });
}

/** The paths of the segments of a film's first picture track. */
async function segmentsOf(browser: Browser, baseUrl: string, manifest: string): Promise<string[]> {
  const read = async (path: string) => {
    const request = { kind: 'segment', what: 'manifest', path: baseUrl + path } as const;
    const { status, body } = await browser.send(request);
    return status === 200 ? body.toString().split('\n') : [];
  };
  const folder = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
  const isEntry = (line: string) => line !== '' && !line.startsWith('#');
  const track = (await read(manifest)).find(isEntry);
  if (!track) return [];
  const list = folder(manifest) + track;
  return (await read(list)).filter(isEntry).map((line) => folder(list) + line);
}

function sameAsBefore(known: Map<string, string>, name: string, body: Buffer): string | undefined {
  const hash = createHash('sha256').update(body).digest('hex');
  const before = known.get(name) ?? hash;
  known.set(name, before);
  return before === hash ? undefined : 'a segment has other bytes than before';
}

function addReviewer(load: Load, { watched, claims }: Cast, { browser, accountId }: Person): void {
  let count = 0;
  load.add(browser.name, 700, async () => {
    count += 1;
    const review = { rating: randomInt(1, 6), message: `${browser.name} says ${count}` };
    await claim(claims.reviews, `${accountId}/${watched.id}`, review, () =>
      browser.persist('review', 'film.v1.ReviewService/RateFilm', {
        requestId: randomUUID(),
        filmId: watched.id,
        ...review,
      }),
    );
  });
}

function addMaker(load: Load, { edited: filmId, claims, maker: { browser } }: Cast): void {
  let count = 0;
  load.add('maker', 1_200, async () => {
    count += 1;
    const logLine = `Version ${count} of what this film is about.`;
    await claim(claims.edits, filmId, logLine, () =>
      browser.persist('edit', 'film.v1.StudioService/UpdateFilm', { requestId: randomUUID(), filmId, logLine }),
    );
    const published = count % 2 === 0;
    const method = `film.v1.StudioService/${published ? 'PublishFilm' : 'UnpublishFilm'}`;
    await claim(claims.published, filmId, published, () =>
      browser.persist('publish', method, { requestId: randomUUID(), filmId }),
    );
  });
}

// Two files each: a maker may upload 100 a day.
const FILMS_PER_UPLOADER = 40;

function addUploader(load: Load, { url, records, claims, files, uploader }: Cast): void {
  let { browser } = uploader;
  let count = 0;
  load.add('uploader', 300, async () => {
    if (count > 0 && count % FILMS_PER_UPLOADER === 0)
      ({ browser } = await newPerson(url, records, `uploader after ${count}`, true));
    count += 1;
    const title = `A Film Sent in Trouble, Part ${count}`;
    claims.films.set(title, undefined);
    const filmId = await createFilm(browser, 'edit', title);
    claims.films.set(title, filmId);
    claims.uploads.push(await fill(browser, { bytes: ownBytes(files.film), filmId, slot: 'FILM_VIDEO' }));
    claims.uploads.push(await fill(browser, { bytes: files.poster, filmId, slot: 'POSTER_IMAGE' }));
  });
}

const SESSIONS_WATCHED = 3;

/** People who create an account or sign in again, load their profile, rate the film, and sometimes sign out. */
function addNewcomers(load: Load, { url, records, claims, watched }: Cast): void {
  let count = 0;
  const links = new Map<string, Set<string>>();
  load.add('newcomer', 500, async () => {
    count += 1;
    const browser = openBrowser(url, `newcomer ${count}`, records);
    const back = count % 3 === 0 ? claims.signIns.at(-1) : undefined;
    const start = back ? ({ method: 'StartSignIn', body: { email: back.email } } as const) : newAccount('Nia');
    const known = links.get(start.body.email) ?? new Set();
    links.set(start.body.email, known);
    const signIn = await meetChallenge(url, browser, start, known);
    signIn.leaves = count % 2 === 0;
    claims.signIns.push(signIn);
    const review = { rating: randomInt(1, 6), message: `Newcomer ${count} has seen it` };
    await claim(claims.reviews, `${signIn.accountId}/${watched.id}`, review, () =>
      browser.persist('review', 'film.v1.ReviewService/RateFilm', {
        requestId: randomUUID(),
        filmId: watched.id,
        ...review,
      }),
    );
    if (signIn.leaves) {
      await browser.persist('session', 'identity.v1.AuthService/SignOut', {});
      signIn.signedOut = true;
    }
  });
  load.add('somebody signed in', 400, async () => {
    const signedIn = claims.signIns.filter(({ leaves }) => !leaves).slice(-SESSIONS_WATCHED);
    const one = signedIn[randomInt(0, Math.max(1, signedIn.length))];
    if (one) await whoAmI(one.browser, one.accountId, records);
  });
}

/** Asks who is signed in, and records a problem when it is somebody else. Returns whether there was an answer. */
export async function whoAmI(browser: Browser, accountId: string, records: Records): Promise<boolean> {
  type Current = { user?: { id?: string } };
  const answer = await browser.call<Current>('session', 'identity.v1.ProfileService/GetCurrentUser', {});
  if (!answer) return false;
  if (answer.user?.id !== accountId) records.problems.push(`${browser.name} is signed in as somebody else`);
  return true;
}

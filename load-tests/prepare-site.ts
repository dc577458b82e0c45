import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { everyEventIsPublished } from '@marquee/events/invariants';
import { importFilm, isPlayable } from '@marquee/film/seed/import-film';
import { importAccounts } from '@marquee/identity/seed/import-accounts';
import { type ImportedSession, importSessions } from '@marquee/identity/seed/import-sessions';
import { v5 } from 'uuid';
import type { SiteOwner } from './site-owner.ts';

/** The accounts of a load test, signed in, and the film that they watch. */
export type PreparedSite = { filmId: string; viewers: ImportedSession[]; makers: ImportedSession[] };

export type PrepareOptions = {
  viewers: number;
  makers?: number;
  /** The film's file; by default one is made. */
  clip?: string;
  /** Length of the film that is made. */
  seconds?: number;
  say?: (line: string) => void;
};

const FILM_SECONDS = 60;
const SESSION_LIFE_MS = 24 * 60 * 60_000;
const ACCOUNTS_AT_ONCE = 4;
const READY_MS_MAX = 600_000;
const POLL_MS = 500;
const SAY_EVERY = 1_000;
const NAMESPACE = '7f3a5a0e-6f0b-5b5e-9b1c-2d7f1f1f6a51';
const run = promisify(execFile);

/** The same id at every run, so that a later run finds what an earlier one made. */
const loadId = (name: string) => v5(`load ${name}`, NAMESPACE);

/**
 * Creates accounts with a session each, and one film, in a running site, whose own workers transcode the film. A second
 * run makes new sessions for the same accounts and keeps the film.
 */
export async function prepareSite(owner: SiteOwner, options: PrepareOptions): Promise<PreparedSite> {
  const say = options.say ?? (() => {});
  const makers = await accounts(owner, 'maker', Math.max(1, options.makers ?? 1), say);
  const filmId = await createFilm(owner, makers[0] as string, options);
  const viewers = await accounts(owner, 'viewer', options.viewers, say);
  const signIn = (ids: string[]) => importSessions(owner.identity, owner.sessionHashKey, ids, SESSION_LIFE_MS);
  const prepared = { filmId, viewers: await signIn(viewers), makers: await signIn(makers) };
  say('the film is being processed');
  await untilPlayable(owner.film, filmId);
  await until(
    'all events are published',
    async () => (await everyEventIsPublished.check(owner.identity.db.query)).length === 0,
  );
  return prepared;
}

async function accounts(
  { identity }: SiteOwner,
  kind: 'viewer' | 'maker',
  count: number,
  say: (line: string) => void,
): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => loadId(`${kind}/${index}`));
  let next = 0;
  const work = async () => {
    while (next < count) {
      const index = next++;
      if (index > 0 && index % SAY_EVERY === 0) say(`${index} of ${count} ${kind}s`);
      await importAccounts(identity, [newAccount(ids[index] as string, kind, index)]);
    }
  };
  await Promise.all(Array.from({ length: ACCOUNTS_AT_ONCE }, work));
  return ids;
}

function newAccount(id: string, kind: 'viewer' | 'maker', index: number) {
  const consumerType = kind === 'maker' ? ('ENTERTAINMENT_PRO' as const) : ('MOVIE_LOVER' as const);
  return { id, email: `${kind}-${index}@load.example`, firstName: 'Vera', lastName: `Load ${index}`, consumerType };
}

type FilmOptions = Pick<PrepareOptions, 'clip' | 'seconds' | 'say'> & {
  /** One film for each use and file. */
  use?: string;
};

/** Makes a film that is published once the site's workers have transcoded its video. */
export async function createFilm({ media, film }: SiteOwner, createdBy: string, options: FilmOptions): Promise<string> {
  const { clip, seconds = FILM_SECONDS, use = '', say = () => {} } = options;
  const [filmId, mediaId] = [loadId(`film/${use}${clip ?? seconds}`), loadId(`video/${use}${clip ?? seconds}`)];
  const folder = await mkdtemp(join(tmpdir(), 'marquee-load-'));
  try {
    const path = clip ?? join(folder, 'film.mp4');
    if (!clip) {
      say(`making a film of ${seconds} s`);
      await makeClip(path, seconds);
    }
    // The small film that is made here needs few renditions; a given one gets all of them.
    const ladderMode = clip ? 'full' : 'fewest';
    const file = { id: mediaId, path, ownerId: createdBy, filmId, slot: 'FILM_VIDEO', fileName: 'film.mp4' } as const;
    await media.importFile({ ...file, ladderMode, bound: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await importFilm(film, {
    ...{ id: filmId, createdBy, createdAt: new Date(), published: true, isApproved: true },
    fields: {
      ...{ filmTitle: 'Everybody at Once', projectType: 'SHORT', country: 'PT', language: 'pt', languages: ['pt'] },
      ...{ genres: ['Drama'], rating: 'PG', logLine: 'A whole city comes to one premiere.', resolution: '1080p' },
      ...{ releaseDate: '2026-03-14', isStudentFilm: false, isFirstTimeFilmMaker: false, hasSubtitles: false },
    },
    assets: [{ kind: 'FILM_VIDEO', mediaId }],
  });
  return filmId;
}

/** Makes a film with moving picture and sound by ffmpeg. */
export async function makeClip(path: string, seconds: number): Promise<void> {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=960x540:rate=24:duration=${seconds}`];
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=330:sample_rate=48000:duration=${seconds}`];
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '48'];
  const rest = ['-c:a', 'aac', '-shortest', '-movflags', '+faststart', path];
  await run('ffmpeg', ['-v', 'error', '-y', ...picture, ...sound, ...video, ...rest], { maxBuffer: 1 << 24 });
}

export const untilPlayable = (film: SiteOwner['film'], filmId: string): Promise<void> =>
  until('the film can be watched', () => isPlayable(film, filmId));

async function until(what: string, isDone: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + READY_MS_MAX;
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${READY_MS_MAX / 1000} s`);
    await delay(POLL_MS);
  }
}

import type { Client } from '@connectrpc/connect';
import type { FestivalNoticeService } from '@marquee/contracts/festival/v1/notice_facts_pb';
import type { NoticeFactsService } from '@marquee/contracts/film/v1/notice_facts_pb';
import type { PersonFactsService } from '@marquee/contracts/identity/v1/person_facts_pb';
import type { StaffNoticeService } from '@marquee/contracts/identity/v1/staff_notice_pb';
import { createCache } from '@marquee/runtime/cache';
import type { Clock } from '@marquee/runtime/clock';
import type { Logger } from '@marquee/runtime/log';
import { KINDS, type Words } from './kinds.ts';
import type { NoticeRow } from './notice.ts';

/** A name with its picture, and of a person their language; '' for what is gone, or whose owner does not answer. */
type Named = { name: string; picture: string; language: string };

/** Names of people, films, events and organizations, and what staff wrote, by id. */
export type NamesOf = (notices: readonly Facts[]) => Promise<{
  person(id: string): Named;
  film(id: string): Named;
  /** Of what a notice is about; '' where its words name none. */
  subject(notice: Facts): string;
  staff(id: string): Words;
}>;

type Facts = Pick<NoticeRow, 'actorId' | 'filmId'> & Partial<Pick<NoticeRow, 'kind' | 'subjectId'>>;
type Clients = {
  people: Client<typeof PersonFactsService>;
  films: Client<typeof NoticeFactsService>;
  festivals: Client<typeof FestivalNoticeService>;
  staffNotices: Client<typeof StaffNoticeService>;
};
type Resources = Clients & { clock: Clock; log: Logger };

const IDS_PER_CALL_MAX = 100;
const CACHED_MAX = 5_000;
const CACHED_MS = 60_000;
const NOT_KNOWN: Named = { name: '', picture: '', language: '' };
/** Until identity answers. */
const NOT_WRITTEN: Words = { title: '', text: '' };

const subjectOf = ({ kind, subjectId = '' }: Facts) => (kind && KINDS[kind].namedIn?.(subjectId)) || '';

/** Asks the owners in batches, and remembers their answers for a minute. */
export function namesOf({ people, films, festivals, staffNotices, clock, log }: Resources): NamesOf {
  const cacheOf = <T>() => createCache<T>({ maxEntries: CACHED_MAX, ttlMs: CACHED_MS, clock });
  const [persons, titles, subjects, written] = [
    cacheOf<Named>(),
    cacheOf<Named>(),
    cacheOf<string>(),
    cacheOf<Words>(),
  ];

  const askPeople = async (accountIds: string[]) => {
    const { people: found, languages } = await people.describePeople({ accountIds });
    return found.map(({ id, firstName, lastName, profilePicture }) => ({
      id,
      named: { name: `${firstName} ${lastName}`.trim(), picture: profilePicture, language: languages[id] ?? '' },
    }));
  };
  const askFilms = async (filmIds: string[]) => {
    const { films: found } = await films.describeFilms({ filmIds });
    return found.map(({ filmId: id, filmTitle: name, picture }) => ({ id, named: { name, picture, language: '' } }));
  };

  const askFestivals = async (subjectIds: string[]) =>
    Object.entries((await festivals.describeSubjects({ subjectIds })).names).map(([id, named]) => ({ id, named }));

  const askStaff = async (staffNoticeIds: string[]) => {
    const { notices: found } = await staffNotices.describeStaffNotices({ staffNoticeIds });
    return found.map(({ id, title, text }) => ({ id, named: { title, text } }));
  };

  async function known<T>(
    cache: ReturnType<typeof cacheOf<T>>,
    ids: readonly string[],
    ask: (ids: string[]) => Promise<{ id: string; named: T }[]>,
    unknown: T,
  ): Promise<(id: string) => T> {
    const wanted = [...new Set(ids.filter(Boolean))];
    const found = new Map(wanted.flatMap((id) => (cache.peek(id) ? [[id, cache.peek(id) as T]] : [])));
    const missing = wanted.filter((id) => !found.has(id));
    for (let start = 0; start < missing.length; start += IDS_PER_CALL_MAX) {
      const batch = missing.slice(start, start + IDS_PER_CALL_MAX);
      try {
        for (const { id, named } of await ask(batch)) {
          cache.set(id, named);
          found.set(id, named);
        }
      } catch (err) {
        // A notice without a name is better than no list.
        log.warn({ err }, 'the names in notices could not be read');
      }
    }
    return (id) => found.get(id) ?? unknown;
  }

  return async (notices) => {
    const [person, film, named, staff] = await Promise.all([
      known(
        persons,
        notices.map(({ actorId }) => actorId),
        askPeople,
        NOT_KNOWN,
      ),
      known(
        titles,
        notices.map(({ filmId }) => filmId),
        askFilms,
        NOT_KNOWN,
      ),
      known(subjects, notices.map(subjectOf), askFestivals, ''),
      known(
        written,
        notices.filter(({ kind }) => kind === 'STAFF_NOTICE').map(({ subjectId = '' }) => subjectId),
        askStaff,
        NOT_WRITTEN,
      ),
    ]);
    return { person, film, subject: (notice) => named(subjectOf(notice)), staff };
  };
}

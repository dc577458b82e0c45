import type { Client } from '@connectrpc/connect';
import type { NoticeFactsService } from '@marquee/contracts/film/v1/notice_facts_pb';
import type { PersonFactsService } from '@marquee/contracts/identity/v1/person_facts_pb';
import { createCache } from '@marquee/runtime/cache';
import type { Clock } from '@marquee/runtime/clock';
import type { Logger } from '@marquee/runtime/log';
import type { NoticeFacts } from './notice.ts';

/** A name with its picture, and of a person their language; '' for what is gone, or whose owner does not answer. */
type Named = { name: string; picture: string; language: string };

/** Names of people and films by id. */
export type NamesOf = (notices: readonly Pick<NoticeFacts, 'actorId' | 'filmId'>[]) => Promise<{
  person(id: string): Named;
  film(id: string): Named;
}>;

type Clients = { people: Client<typeof PersonFactsService>; films: Client<typeof NoticeFactsService> };
type Resources = Clients & { clock: Clock; log: Logger };

const IDS_PER_CALL_MAX = 100;
const CACHED_MAX = 5_000;
const CACHED_MS = 60_000;
const NOT_KNOWN: Named = { name: '', picture: '', language: '' };

/** Asks the owners in batches, and remembers their answers for a minute. */
export function namesOf({ people, films, clock, log }: Resources): NamesOf {
  const cacheOf = () => createCache<Named>({ maxEntries: CACHED_MAX, ttlMs: CACHED_MS, clock });
  const [persons, titles] = [cacheOf(), cacheOf()];

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

  async function known(
    cache: typeof persons,
    ids: readonly string[],
    ask: (ids: string[]) => Promise<{ id: string; named: Named }[]>,
  ): Promise<(id: string) => Named> {
    const wanted = [...new Set(ids.filter(Boolean))];
    const found = new Map(wanted.flatMap((id) => (cache.peek(id) ? [[id, cache.peek(id) as Named]] : [])));
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
    return (id) => found.get(id) ?? NOT_KNOWN;
  }

  return async (notices) => {
    const [person, film] = await Promise.all([
      known(
        persons,
        notices.map(({ actorId }) => actorId),
        askPeople,
      ),
      known(
        titles,
        notices.map(({ filmId }) => filmId),
        askFilms,
      ),
    ]);
    return { person, film };
  };
}

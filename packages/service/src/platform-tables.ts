import type { OtherTable } from './personal-tables.ts';

/** The tables that packages bring to every database. */
export const PLATFORM_TABLES: Readonly<Record<string, OtherTable>> = {
  request_ids: {
    why: 'answers to repeated requests, deleted after 24 hours',
    columns: 'viewer_id method request_id body_hash response',
  },
  outbox: { why: 'events hold ids and public names, and are pruned', columns: 'id topic key type body' },
  inbox: { why: 'ids of events', columns: 'consumer event_id' },
  dead_letters: {
    why: 'events that wait to be handled again; they hold ids and public names',
    columns: 'consumer event_id topic key type body error',
  },
  copies: { why: 'how far copies of other services are loaded', columns: 'name cursor' },
  copy_unconfirmed: { why: 'ids, while a copy is loaded', columns: 'copy id' },
};

/** The tables of packages/search, where a service has them. */
export const SEARCH_TABLES: Readonly<Record<string, OtherTable>> = {
  search_documents: { why: 'follows what it indexes', columns: 'collection id title vector' },
  search_words: { why: 'words of all documents together', columns: 'collection word' },
  search_deletions: { why: 'spellings of those words', columns: 'collection deletion word' },
  search_stale: { why: 'ids of what is indexed again', columns: 'source id' },
};

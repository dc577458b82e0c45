import { setTimeout as delay } from 'node:timers/promises';
import { databaseNames } from '@marquee/deploy/services';
import type { Owners } from './owners.ts';

const SETTLED_MS_MAX = 120_000;
const POLL_MS = 500;

/** Waits until everything that was on its way has arrived; gives what has not. */
export async function settle(owners: Owners): Promise<string[]> {
  const giveUp = performance.now() + SETTLED_MS_MAX;
  for (;;) {
    const open = [...(await queues(owners)), ...(await copies(owners))];
    if (open.length === 0 || performance.now() > giveUp) return open;
    await delay(POLL_MS);
  }
}

const count = async (owners: Owners, service: string, sql: string) =>
  Number((await owners.rows(service, `SELECT count(*) AS n FROM ${sql}`))[0]?.n);

async function queues(owners: Owners): Promise<string[]> {
  const open: string[] = [];
  const note = (n: number, what: string) => {
    if (n > 0) open.push(`${n} ${what}`);
  };
  for (const service of databaseNames) {
    note(await count(owners, service, 'outbox WHERE published_at IS NULL'), `events of ${service} are not published`);
    const letters = await owners.rows(service, 'SELECT consumer, type, error FROM dead_letters ORDER BY seq LIMIT 3');
    for (const { type, error } of letters) open.push(`a dead letter of ${service}: ${type}: ${error}`);
  }
  note(await count(owners, 'media', "assets WHERE state = 'CHECKING'"), 'files are not checked');
  note(await count(owners, 'media', "transcodes WHERE status IN ('WAITING', 'RUNNING')"), 'transcodes are not done');
  note(await count(owners, 'notification', "deliveries WHERE state = 'WAITING'"), 'messages are not sent');
  return open;
}

/** What consumers keep of others, against what its owner has. */
async function copies(owners: Owners): Promise<string[]> {
  const differing = [
    await compare(owners, 'people that film knows', {
      owner: ['identity', "SELECT id, first_name || ' ' || last_name || ' ' || profile_picture AS value FROM accounts"],
      copy: ['film', "SELECT id, first_name || ' ' || last_name || ' ' || profile_picture AS value FROM people"],
    }),
    await compare(owners, 'transcodes that film knows', {
      owner: [
        'media',
        `SELECT a.id, coalesce(t.status, '') AS value FROM assets a JOIN transcodes t ON t.id = a.current_transcode_id
         WHERE t.status = 'COMPLETE'`,
      ],
      copy: ['film', "SELECT media_id AS id, transcode_status AS value FROM media_copies WHERE transcode_status <> ''"],
    }),
    await compare(owners, 'pictures that film knows', {
      owner: ['media', "SELECT id, 'picture' AS value FROM assets WHERE kind = 'IMAGE' AND state = 'READY'"],
      copy: ['film', "SELECT media_id AS id, 'picture' AS value FROM media_copies WHERE image IS NOT NULL"],
    }),
    await compare(owners, 'films that media knows of its files', {
      owner: ['film', 'SELECT media_id AS id, film_id AS value FROM film_assets'],
      copy: ['media', 'SELECT id, bound_film_id AS value FROM assets WHERE bound_film_id IS NOT NULL'],
    }),
    await compare(owners, 'ended sessions that media knows', {
      owner: ['identity', "SELECT id, 'ended' AS value FROM sessions WHERE ended_at IS NOT NULL"],
      copy: ['media', "SELECT session_id AS id, 'ended' AS value FROM ended_sessions"],
    }),
    await compare(owners, 'challenges that notification sent', {
      owner: ['identity', 'SELECT id, generation::text AS value FROM challenges'],
      copy: [
        'notification',
        "SELECT subject_id AS id, max(generation)::text AS value FROM deliveries WHERE kind = 'CHALLENGE' GROUP BY subject_id",
      ],
    }),
  ];
  return differing.filter((difference) => difference !== undefined);
}

type Question = [service: string, sql: string];

async function compare(
  owners: Owners,
  what: string,
  { owner, copy }: { owner: Question; copy: Question },
): Promise<string | undefined> {
  const read = async ([service, sql]: Question) =>
    new Map((await owners.rows<{ id: string; value: string }>(service, sql)).map(({ id, value }) => [id, value]));
  // The copy first: what is added meanwhile is the owner's.
  const [kept, owned] = [await read(copy), await read(owner)];
  const differing = [...owned].filter(([id, value]) => kept.get(id) !== value).map(([id]) => id);
  const tooMany = [...kept.keys()].filter((id) => !owned.has(id));
  if (differing.length + tooMany.length === 0) return undefined;
  return `${what}: ${differing.length} differ, ${tooMany.length} are of nobody, such as ${differing[0] ?? tooMany[0]}`;
}

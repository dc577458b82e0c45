import { NAMESPACE } from '../namespace.ts';
import {
  COUNTED_MS,
  MINUTE_MS,
  type RoomEntry,
  RoomsUnavailableError,
  restoredAtMs,
  STEP_MS_MAX,
  STEP_MS_MIN,
  type WaitingRooms,
} from '../waiting-rooms.ts';
import type { Redis } from './open-redis.ts';

const PREFIX = `${NAMESPACE}:room`;
const KEPT_S = 86_400;

// KEYS: queue (numbers), inside (until, of those who have not ordered), ordered (until), gone, meta, parts.
const ENTER = `
  local account, asked, kept, again, now = ARGV[1], ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5])
  for _, key in ipairs({KEYS[2], KEYS[3]}) do
    local till = redis.call('zscore', key, account)
    if till then
      if tonumber(till) > now then return {'ADMITTED', till} end
      redis.call('zrem', key, account)
      redis.call('sadd', KEYS[4], account)
    end
  end
  local gone = redis.call('sismember', KEYS[4], account) == 1
  if gone and again ~= '1' then return {'GONE'} end
  if gone then redis.call('srem', KEYS[4], account) end
  local number = redis.call('zscore', KEYS[1], account)
  if not number then
    number = asked
    if kept ~= '' and not gone then
      number = kept
      redis.call('hsetnx', KEYS[5], 'restoring', ARGV[6])
    end
    redis.call('zadd', KEYS[1], number, account)
    number = redis.call('zscore', KEYS[1], account)
  end
  for _, key in ipairs(KEYS) do redis.call('expire', key, ARGV[7]) end
  return {'WAITING', number, redis.call('zrank', KEYS[1], account)}`;

const LEAVE = `
  local known = 0
  for _, key in ipairs({KEYS[1], KEYS[2], KEYS[3]}) do known = known + redis.call('zrem', key, ARGV[1]) end
  if known > 0 then redis.call('sadd', KEYS[4], ARGV[1]) redis.call('expire', KEYS[4], ARGV[2]) end
  return known`;

// ARGV: now, rate, inside at most, life, step at least, step at most, part of a minute, minute, seconds kept, ordered...
const ADMIT = `
  local now, rate, most = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
  for i = 10, #ARGV do
    local till = redis.call('zscore', KEYS[2], ARGV[i])
    if till then redis.call('zrem', KEYS[2], ARGV[i]) redis.call('zadd', KEYS[3], till, ARGV[i]) end
  end
  for _, key in ipairs({KEYS[2], KEYS[3]}) do
    while true do
      local over = redis.call('zrangebyscore', key, '-inf', now, 'LIMIT', 0, 1000)
      if #over == 0 then break end
      redis.call('sadd', KEYS[4], unpack(over))
      redis.call('zrem', key, unpack(over))
    end
  end
  local inside = redis.call('zcard', KEYS[2])
  local last = tonumber(redis.call('hget', KEYS[5], 'stepped') or now - 1000)
  local restoring = tonumber(redis.call('hget', KEYS[5], 'restoring') or 0)
  if now - last >= tonumber(ARGV[5]) then
    local allowed = math.floor(rate * math.min(now - last, tonumber(ARGV[6])) / 1000)
    local n = math.min(allowed, math.max(0, most - inside))
    if n > 0 and restoring <= now then
      local first = redis.call('zpopmin', KEYS[1], n)
      for i = 1, #first, 2 do redis.call('zadd', KEYS[2], now + tonumber(ARGV[4]), first[i]) end
      inside = inside + #first / 2
      if #first > 0 then redis.call('hincrby', KEYS[6], math.floor(now / tonumber(ARGV[7])), #first / 2) end
    end
    if allowed > 0 then redis.call('hset', KEYS[5], 'stepped', now) end
  end
  local minute = 0
  local parts = redis.call('hgetall', KEYS[6])
  for i = 1, #parts, 2 do
    if tonumber(parts[i]) * tonumber(ARGV[7]) > now - tonumber(ARGV[8]) then minute = minute + tonumber(parts[i + 1])
    else redis.call('hdel', KEYS[6], parts[i]) end
  end
  for _, key in ipairs(KEYS) do redis.call('expire', key, ARGV[9]) end
  return {redis.call('zcard', KEYS[1]), inside, minute, restoring}`;

/**
 * Queues that all processes on one Redis share; each operation is one script. While Redis is down nobody enters and nobody
 * is admitted; one that comes back empty gets the entries back from the receipts of those who wait.
 */
export function redisWaitingRooms(redis: Redis): WaitingRooms {
  const keysOf = (room: string) =>
    ['queue', 'inside', 'ordered', 'gone', 'meta', 'parts'].map((part) => `${PREFIX}:{${room}}:${part}`);

  async function run(script: string, room: string, args: readonly (string | number)[]): Promise<unknown[]> {
    if (!redis.isUp()) throw new RoomsUnavailableError('Redis is not reachable');
    try {
      const keys = keysOf(room);
      const answer = await redis.commands.eval(script, keys.length, ...keys, ...args);
      return Array.isArray(answer) ? answer : [];
    } catch (cause) {
      throw new RoomsUnavailableError('Redis did not answer', { cause });
    }
  }

  return {
    async enter(room, { account, number, kept, again, opensAt, now }) {
      const restoring = restoredAtMs(now, opensAt);
      const args = [account, number, kept ?? '', again ? '1' : '0', now.getTime(), restoring, KEPT_S];
      return entryOf(await run(ENTER, room, args));
    },
    async leave(room, account) {
      await run(LEAVE, room, [account, KEPT_S]);
    },
    async admit(room, { now, rate, insideMax, lifeMs, ordered }) {
      const args = [now.getTime(), rate, insideMax, lifeMs, STEP_MS_MIN, STEP_MS_MAX, COUNTED_MS, MINUTE_MS, KEPT_S];
      const [waiting, inside, admittedLastMinute, restoring] = (await run(ADMIT, room, [...args, ...ordered])).map(
        Number,
      );
      return {
        ...{ waiting: waiting ?? 0, inside: inside ?? 0, admittedLastMinute: admittedLastMinute ?? 0 },
        restoringUntil: restoring && restoring > now.getTime() ? new Date(restoring) : undefined,
      };
    },
  };
}

function entryOf([state, value, rank]: unknown[]): RoomEntry {
  if (state === 'ADMITTED') return { state, until: new Date(Number(value)) };
  if (state === 'WAITING') return { state, number: Number(value), place: Number(rank) + 1 };
  return { state: 'GONE' };
}

import type { NoticeSetting } from '../../gen/prisma/client.ts';
import { localTime, nextTime } from './local-time.ts';

type Quiet = Pick<NoticeSetting, 'quiet' | 'quietFromMinute' | 'quietUntilMinute' | 'timeZone'>;

/** When the quiet hours of a person end; undefined outside of them. From 22:00 to 07:00 they go over midnight [SET-13]. */
export function quietUntil(settings: Quiet | undefined, now: Date): Date | undefined {
  if (!settings?.quiet) return undefined;
  const { quietFromMinute: from, quietUntilMinute: until, timeZone } = settings;
  const { minute } = localTime(now, timeZone);
  const isQuiet = from < until ? minute >= from && minute < until : minute >= from || minute < until;
  return isQuiet ? nextTime(now, timeZone, until) : undefined;
}

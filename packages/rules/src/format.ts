import { COIN_UNIT } from './coins.ts';
import { dateFormat, usdFormat } from './intl-formats.ts';

/** A header cuts a film's title at this many characters [FLM-09]. */
const HEADER_TITLE_LENGTH_MAX = 20;

/** MM/dd/yyyy hh:mm a, such as 11/20/2026 07:30 PM [FLM-10]. */
export function formatScreeningDate(date: Date, timeZone?: string): string {
  const part = parts(date, timeZone, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h12',
  });
  return `${part.month}/${part.day}/${part.year} ${part.hour}:${part.minute} ${part.dayPeriod}`;
}

/** The short name of a time zone at that time, such as EST or GMT+1; the one of this machine unless given. */
export function formatTimeZone(date: Date, timeZone?: string): string {
  const name = parts(date, timeZone, { timeZoneName: 'short' }).timeZoneName ?? '';
  return name === 'GMT+0' ? 'GMT' : name;
}

/** MMM dd, yyyy, such as Nov 05, 2026 [FLM-10]. */
export function formatAddedDate(date: Date, timeZone?: string): string {
  const part = parts(date, timeZone, { year: 'numeric', month: 'short', day: '2-digit' });
  return `${part.month} ${part.day}, ${part.year}`;
}

/** The month of an ISO day, such as November 2026. */
export function formatMonth(isoDay: string): string {
  const part = parts(new Date(`${isoDay}T00:00:00Z`), 'UTC', { year: 'numeric', month: 'long' });
  return `${part.month} ${part.year}`;
}

/**
 * A moment in a sentence: Nov 05, 2026 at 07:30 PM. Mails and messages of services, which do not know the reader's time
 * zone, name one: Nov 05, 2026 at 07:30 PM UTC. The time with its zone stays on one line, by no-break spaces.
 */
export function formatMoment(date: Date, timeZone?: string): string {
  const time = parts(date, timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h12' });
  const zone = timeZone ? ` ${formatTimeZone(date, timeZone)}` : '';
  return `${formatAddedDate(date, timeZone)} at ${unbroken(`${time.hour}:${time.minute} ${time.dayPeriod}${zone}`)}`;
}

/** A text that stays on one line: its spaces are no-break spaces. */
export const unbroken = (text: string): string => text.replaceAll(/\s/g, '\u00a0');

/** Seconds as '1 h 32 min', '14 min' or '45 s'. */
export function formatRunningTime(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** What is left of a film, such as '1 h 35 min left'; at least a minute. */
export function formatTimeLeft(milliseconds: number): string {
  return `${formatRunningTime(Math.max(60, Math.round(milliseconds / 60_000) * 60))} left`;
}

/** Milliseconds as a player shows them: 4:05, 1:02:03. */
export function formatPosition(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const tail = String(s).padStart(2, '0');
  return h > 0 ? `${h}:${String(m).padStart(2, '0')}:${tail}` : `${m}:${tail}`;
}

/** US cents with two decimals, such as $4.99. */
export function formatUsd(cents: number | bigint): string {
  return usdFormat('en-US').format(Number(cents) / 100);
}

/** Such as 1 coin or 1,200 coins. */
export function formatCoins(coins: number | bigint): string {
  return `${coins.toLocaleString('en-US')} ${Number(coins) === 1 ? 'coin' : 'coins'}`;
}

/** An amount in the unit of its order: US cents, or coins. */
export function formatAmount({ amount, currency }: { amount: bigint; currency: string }): string {
  return currency === COIN_UNIT ? formatCoins(amount) : formatUsd(amount);
}

/** A film's title as a header shows it: cut at 20 characters [FLM-09]. */
export function headerTitle(title: string): string {
  const characters = [...title];
  if (characters.length <= HEADER_TITLE_LENGTH_MAX) return title;
  return `${characters.slice(0, HEADER_TITLE_LENGTH_MAX).join('').trimEnd()}…`;
}

function parts(
  date: Date,
  timeZone: string | undefined,
  options: Intl.DateTimeFormatOptions,
): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  const format = dateFormat('en-US', { ...options, ...(timeZone ? { timeZone } : {}) });
  return Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]));
}

/** The time zone of this device. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** The zones that this browser knows, with the one that is chosen. */
export function timeZones(chosen: string): string[] {
  const known = Intl.supportedValuesOf?.('timeZone') ?? [];
  return [...new Set(['UTC', ownTimeZone(), chosen, ...known])].filter(Boolean).sort();
}

const MINUTES_PER_HOUR = 60;

/** A minute of the day as an input of type time has it, such as 22:00. */
export function clockOf(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / MINUTES_PER_HOUR), minute % MINUTES_PER_HOUR];
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

/** The minute of the day; NaN for what is no time. */
export function minuteOf(clock: string): number {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(clock) ?? [];
  return Number(hours) * MINUTES_PER_HOUR + Number(minutes);
}

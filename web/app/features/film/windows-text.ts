import { _ } from '../../language/words.ts';

/** From so many whole days on, a time is said in days. */
const DAYS_FROM = 3;

/** How long one may wait with the start of a film, and how long one has from then [WAT-15]. Both in hours. */
export function windowsText(startWithin: number, watchWithin: number): string {
  return _('Start it within {start}. From then it is yours for {watch}.', {
    start: lastingText(startWithin),
    watch: lastingText(watchWithin),
  });
}

function lastingText(hours: number): string {
  const days = hours / 24;
  return Number.isInteger(days) && days >= DAYS_FROM
    ? _('{days, plural, one {# day} other {# days}}', { days })
    : _('{hours, plural, one {# hour} other {# hours}}', { hours });
}

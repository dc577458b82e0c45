import { _ } from '../../language/words.ts';

/** A time in a film for a screen reader: "1 hour 2 minutes 3 seconds". */
export function spokenTime(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const said = [
    h > 0 ? _('{hours, plural, one {# hour} other {# hours}}', { hours: h }) : '',
    m > 0 ? _('{minutes, plural, one {# minute} other {# minutes}}', { minutes: m }) : '',
    s > 0 || whole === 0 ? _('{seconds, plural, one {# second} other {# seconds}}', { seconds: s }) : '',
  ];
  return said.filter(Boolean).join(' ');
}

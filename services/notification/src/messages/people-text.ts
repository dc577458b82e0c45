const NAME_LENGTH_MAX = 40;
const TITLE_LENGTH_MAX = 80;
const NAME = /^[\p{L}\p{M}][\p{L}\p{M}' ’-]*$/u;

/**
 * A name for a greeting, or '' when it does not look like one. Anybody can enter a stranger's address and any text as a
 * name, so links and offers must not reach an inbox in our mail.
 */
export function greetingName(name: string): string {
  const trimmed = name.trim();
  return trimmed.length <= NAME_LENGTH_MAX && NAME.test(trimmed) ? trimmed : '';
}

/** A title on one line, of bounded length, in which mail programs find no link. */
export function quotedTitle(title: string): string {
  const line = title
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/(\w)(:\/\/|\.)(?=\w)/g, '$1 $2 ')
    .trim();
  return line.length <= TITLE_LENGTH_MAX ? line : `${line.slice(0, TITLE_LENGTH_MAX - 1).trimEnd()}…`;
}

const NAME_LENGTH_MAX = 40;
const TITLE_LENGTH_MAX = 80;
const NAME = /^[\p{L}\p{M}][\p{L}\p{M}' ’-]*$/u;

/**
 * A name as a greeting may use it, or nothing. Anybody can type an address of somebody else and a name of their choice:
 * what does not look like a name (an address of a page, an offer) must not reach a stranger's inbox in our mail.
 */
export function greetingName(name: string): string {
  const trimmed = name.trim();
  return trimmed.length <= NAME_LENGTH_MAX && NAME.test(trimmed) ? trimmed : '';
}

/** A title in one line and of bounded length, in which no mail program finds a link. */
export function quotedTitle(title: string): string {
  const line = title
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/(\w)(:\/\/|\.)(?=\w)/g, '$1 $2 ')
    .trim();
  return line.length <= TITLE_LENGTH_MAX ? line : `${line.slice(0, TITLE_LENGTH_MAX - 1).trimEnd()}…`;
}

// Where the load goes: this machine, unless BASE_URL names another host and CONFIRM_TARGET repeats it.
const HOST = /^https?:\/\/(\[[^\]]+\]|[^:/?#]+)/;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export const baseUrl = (__ENV.BASE_URL || 'http://localhost:3000').replace(/\/+$/, '');

const host = HOST.exec(baseUrl)?.[1];
if (!host) throw new Error(`BASE_URL is not an address: ${baseUrl}`);
if (!LOOPBACK.includes(host) && __ENV.CONFIRM_TARGET !== host) {
  throw new Error(
    `This would put load on ${host}. If it is yours and that is what you want, set CONFIRM_TARGET=${host}.`,
  );
}

/** One of some words from the environment. */
export function choice(name, words, otherwise) {
  const word = __ENV[name] || otherwise;
  if (!words.includes(word)) throw new Error(`${name} must be one of ${words.join(', ')}, not ${word}`);
  return word;
}

/** A whole number from the environment. */
export function setting(name, otherwise) {
  const text = __ENV[name];
  if (text === undefined || text === '') return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} must be a whole number from 1 on, not ${text}`);
  return value;
}

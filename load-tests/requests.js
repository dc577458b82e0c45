// Requests as a browser makes them, each counted as answered or not.
import exec from 'k6/execution';
import http from 'k6/http';
import { availability, pageDuration } from './slo.js';
import { baseUrl } from './target.js';

const TIMEOUT = '30s';
const TOO_MANY = 429;
const ONE_VISITOR =
  '429, a limit of requests. Either somebody asks for more than a person may, or the form takes all people without an ' +
  'account for one, as it does behind a proxy: see "Addresses" in load-tests/README.md.';
const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  'accept-language': 'en',
  'accept-encoding': 'gzip, deflate, br',
};

/** A person: an address of their own where a proxy of ours is believed, and the cookie of who is signed in. */
export function person(number, cookie) {
  const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  return { ...BROWSER, 'x-forwarded-for': address, ...(cookie && { cookie }) };
}

// What is refused is answered too, but a load test asks for nothing that is.
const isAnswered = ({ status }, wanted) => wanted.includes(status);

/** A page by its path; gives whether it came. */
export function page(who, path, name) {
  const response = http.get(`${baseUrl}${path}`, { headers: who, tags: { name }, timeout: TIMEOUT });
  pageDuration.add(response.timings.duration);
  return count(response, [200], name);
}

/** Calls a method as a page of the site does; gives its answer, or nothing. */
export function call(who, method, message) {
  const headers = { ...who, 'content-type': 'application/json', origin: baseUrl, 'sec-fetch-site': 'same-origin' };
  const name = method.slice(method.lastIndexOf('.') + 1);
  const body = JSON.stringify(message);
  const response = http.post(`${baseUrl}/rpc/${method}`, body, { headers, tags: { name }, timeout: TIMEOUT });
  return count(response, [200], name) ? response.json() : undefined;
}

/** Anything else, by its path or address. */
export function fetchBytes(who, path, name, options = {}) {
  const params = { headers: who, tags: { name }, timeout: TIMEOUT, responseType: options.text ? 'text' : 'none' };
  const response = http.get(path.startsWith('http') ? path : `${baseUrl}${path}`, params);
  return count(response, [200, 206], name) ? response : undefined;
}

export function count(response, wanted, name) {
  const answered = isAnswered(response, wanted);
  availability.add(answered, { name });
  if (response.status === TOO_MANY) exec.test.abort(`${name}: ${ONE_VISITOR}`);
  if (!answered) complain(response, name);
  return answered;
}

let complaints = 0;
const COMPLAINTS_MAX = 3;

// The first few of each virtual user say why; the rest are in the numbers.
function complain({ status, error, body }, name) {
  complaints += 1;
  if (complaints > COMPLAINTS_MAX) return;
  console.warn(
    `${name}: ${status || 'no answer'} ${error || ''} ${typeof body === 'string' ? body.slice(0, 200) : ''}`,
  );
}

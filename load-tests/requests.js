// Requests as a browser makes them, each counted as answered or not.
import exec from 'k6/execution';
import http from 'k6/http';
import { availability, pageDuration } from './slo.js';
import { baseUrl } from './target.js';

const TIMEOUT = '30s';
const TOO_MANY = 429;
const ONE_VISITOR =
  '429, a rate limit. Either a simulated person sends more requests than a person may, or the site counts all visitors without an ' +
  'account for one, as it does behind a proxy: see "Addresses" in load-tests/README.md.';
const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  'accept-language': 'en',
  'accept-encoding': 'gzip, deflate, br',
};

/** A person: the cookie of their session, and an address of their own, which counts where X-Forwarded-For is trusted. */
export function person(number, cookie) {
  const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  return { ...BROWSER, 'x-forwarded-for': address, ...(cookie && { cookie }) };
}

// A refusal is a failure too: the scenarios send no request that should be refused.
const isAnswered = ({ status }, wanted) => wanted.includes(status);

/** Requests a page by its path; returns whether it succeeded. */
export const page = (who, path, name) => judgePage(http.request('GET', ...pageRequest(who, path, name)), name);

/** The same, while others of this virtual user do something else. */
export async function pageAsync(who, path, name) {
  return judgePage(await http.asyncRequest('GET', ...ofNobody(pageRequest(who, path, name))), name);
}

/** Calls a method as a page of the site does; returns its answer, or undefined when it failed. */
export function call(who, method, message) {
  const response = http.post(...callRequest(who, method, message));
  return count(response, [200], nameOf(method)) ? response.json() : undefined;
}

/** The same, while others of this virtual user do something else. */
export async function callAsync(who, method, message) {
  return (await callOrRefusal(who, method, message)).answer;
}

/** Calls a method; gives its answer, or the one of these texts that the refusal has, or neither when it failed. */
export async function callOrRefusal(who, method, message, refusals = []) {
  const response = await http.asyncRequest('POST', ...ofNobody(callRequest(who, method, message)));
  const refusal = response.status >= 400 && refusals.find((text) => String(response.body || '').includes(text));
  if (refusal) return { refusal };
  return count(response, [200], nameOf(method)) ? { answer: response.json() } : {};
}

const nameOf = (method) => method.slice(method.lastIndexOf('.') + 1);

function pageRequest(who, path, name) {
  return [`${baseUrl}${path}`, null, { headers: who, tags: { name }, timeout: TIMEOUT }];
}

function judgePage(response, name) {
  pageDuration.add(response.timings.duration);
  return count(response, [200], name);
}

function callRequest(who, method, message) {
  const headers = { ...who, 'content-type': 'application/json', origin: baseUrl, 'sec-fetch-site': 'same-origin' };
  const params = { headers, tags: { name: nameOf(method) }, timeout: TIMEOUT };
  return [`${baseUrl}/rpc/${method}`, JSON.stringify(message), params];
}

// The people of a virtual user would share its cookies.
const ofNobody = ([url, body, params]) => [url, body, { ...params, jar: new http.CookieJar() }];

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

// Logs the first few failures of each virtual user; all of them are in the metrics.
function complain({ status, error, body }, name) {
  complaints += 1;
  if (complaints > COMPLAINTS_MAX) return;
  console.warn(
    `${name}: ${status || 'no answer'} ${error || ''} ${typeof body === 'string' ? body.slice(0, 200) : ''}`,
  );
}

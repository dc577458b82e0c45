// What `npm run load:prepare` wrote: accounts that are signed in, and a film.

import { SharedArray } from 'k6/data';
import exec from 'k6/execution';

const path = __ENV.PREPARED || './prepared.json';

// Parsed once and shared: every virtual user has its own copy of everything else.
const [about] = new SharedArray('about', () => {
  const { cookie, filmId, opening, votes, premiere } = JSON.parse(open(path));
  return [{ cookie, filmId, opening, votes, premiere }];
});
const viewers = new SharedArray('viewers', () => JSON.parse(open(path)).viewers);
const makers = new SharedArray('makers', () => JSON.parse(open(path)).makers);

export const filmId = about.filmId;
/** The sale of `--tickets`; undefined without it. */
export const opening = about.opening;
/** The ballots of `--ballots`; undefined without it. */
export const votes = about.votes;
/** The premiere of `--premiere-in`; undefined without it. */
export const premiere = about.premiere;
export const viewerCount = viewers.length;

const cookieOf = (tokens, index) => `${about.cookie}=${tokens[index % tokens.length]}`;

/** The cookie of a viewer, a different one for each iteration. */
export const nextViewer = () => cookieOf(viewers, exec.scenario.iterationInTest);
/** The cookie of a viewer by their number. */
export const viewerAt = (index) => cookieOf(viewers, index);
/** The cookie of this virtual user's maker; shared when there are more users than makers. */
export const makerOfUser = () => cookieOf(makers, exec.vu.idInTest - 1);
export const makerCount = makers.length;

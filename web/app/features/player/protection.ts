import type shaka from 'shaka-player/dist/shaka-player.dash-es2021.js';
import { _ } from '../../language/words.ts';
import { type Problem, problemOf } from './problem.ts';

const CLEAR_KEY = 'org.w3.clearkey';

/** What shaka-player needs to play a protected film: the licence is asked for when the film turns out to be encrypted. */
export const protectedPlayback = { drm: { servers: { [CLEAR_KEY]: 'data:application/json,' } } };

/** Answers the engine's request for a licence with the one that film issues for this playback session [WAT-14:licence]. */
export async function fillLicence(request: shaka.extern.Request, licence: () => Promise<string>): Promise<void> {
  request.uris = [`data:application/json;base64,${btoa(await licence())}`];
}

/** A licence that was refused, in the server's words. */
export function licenceProblem(cause: unknown): Problem {
  return problemOf(cause);
}

/** The browser has no Encrypted Media Extensions, or they do not work, as in a page without HTTPS. */
export function noProtectionProblem(reason: string): Problem {
  return {
    reason,
    message: _('This browser cannot play protected films.'),
    advice: _('Please try a current version of Chrome, Firefox or Edge.'),
    remedy: 'film-page',
  };
}

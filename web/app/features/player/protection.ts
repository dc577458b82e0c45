import shaka from 'shaka-player/dist/shaka-player.dash-es2021.js';
import { _ } from '../../language/words.ts';
import { type Problem, problemOf } from './problem.ts';

/** Asks film for a licence of the playback session, as JSON of Clear Key. */
type Licence = () => Promise<string>;

const SCHEME = 'licence';
const REFUSED = 403;
const { Error: ShakaError, AbortableOperation } = shaka.util;

/** Who answers the engine's requests for licences, by the address in its configuration. */
const licences = new Map<string, Licence>();
let known = 0;

/**
 * The engine's configuration for a film that may be protected. It asks for a licence when the film turns out to be
 * encrypted, and film issues it by RPC [WAT-14:licence]. `forget` ends that.
 */
export function protectedBy(licence: Licence): { drm: object; forget: () => void } {
  if (known === 0) shaka.net.NetworkingEngine.registerScheme(SCHEME, answer);
  known += 1;
  const address = `${SCHEME}:${known}`;
  licences.set(address, licence);
  return { drm: { servers: { 'org.w3.clearkey': address } }, forget: () => void licences.delete(address) };
}

const answer: shaka.extern.SchemePlugin = (uri, request) =>
  AbortableOperation.notAbortable(issue(uri, request)) as shaka.extern.IAbortableOperation<shaka.extern.Response>;

async function issue(uri: string, originalRequest: shaka.extern.Request): Promise<shaka.extern.Response> {
  try {
    const text = await licences.get(uri)?.();
    const data = new TextEncoder().encode(text).buffer;
    return { uri, originalUri: uri, originalRequest, data, headers: {}, status: 200, fromCache: false };
  } catch (cause) {
    const { Severity, Category, Code } = ShakaError;
    throw new ShakaError(Severity.CRITICAL, Category.NETWORK, Code.BAD_HTTP_STATUS, uri, REFUSED, cause);
  }
}

type EngineError = { code: number; category: number; data: unknown[] };

/** Why a protected film does not play; undefined for what has to do with something else. */
export function protectionProblem({ code, category, data }: EngineError): Problem | undefined {
  const { Category, Code } = ShakaError;
  if (category !== Category.DRM) return undefined;
  if (code === Code.LICENSE_REQUEST_FAILED) {
    // The engine's error of the request, which holds the refusal.
    const refusal = (data[0] as EngineError | undefined)?.data[2];
    if (refusal !== undefined) return problemOf(refusal);
  }
  // No Encrypted Media Extensions, or not here, as in a page without HTTPS.
  return {
    reason: `SHAKA_${code}`,
    message: _('This browser cannot play protected films.'),
    advice: _('Please try a current version of Chrome, Firefox or Edge.'),
    remedy: 'film-page',
  };
}

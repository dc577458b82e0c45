import shaka from 'shaka-player/dist/shaka-player.dash-es2021.js';
import { _ } from '../../language/words.ts';
import type { SignedSource } from './engine.ts';
import { type Problem, problemOf, unavailableProblem } from './problem.ts';

/** Asks film for a licence of the playback session, as JSON of Clear Key. */
type Licence = () => Promise<string>;

const SCHEME = 'licence';
const CLEAR_KEY = 'org.w3.clearkey';
const REFUSED = 403;
const { Error: ShakaError, AbortableOperation } = shaka.util;

/** Who answers the engine's requests for licences, by the address in its configuration. */
const licences = new Map<string, Licence>();
let known = 0;

export type Protection = {
  /** The part of the engine's configuration. */
  drm: object;
  /** Adds to a request for a licence what its server checks. */
  authorize(type: number, request: { uris: string[]; headers: Record<string, string> }): Promise<void>;
  forget(): void;
};

/**
 * How the engine plays a film that may be protected. It asks for a licence when the film turns out to be encrypted: a
 * licence server whose key system the browser knows, or else film, which issues one of Clear Key by RPC [WAT-06]
 * [WAT-14:licence]. Undefined where nothing is protected.
 */
export function protectedBy(source: SignedSource): Protection | undefined {
  const { licence, licenceServers = [] } = source;
  if (!licence) return undefined;
  if (known === 0) shaka.net.NetworkingEngine.registerScheme(SCHEME, answer);
  known += 1;
  const address = `${SCHEME}:${known}`;
  licences.set(address, licence);
  return {
    drm: { servers: { ...serversOf(licenceServers), [CLEAR_KEY]: address }, ...preferring(licenceServers) },
    async authorize(type, request) {
      if (type !== shaka.net.NetworkingEngine.RequestType.LICENSE || request.uris.includes(address)) return;
      request.headers.authorization = `Bearer ${await source.licenceToken?.()}`;
    },
    forget: () => void licences.delete(address),
  };
}

type Servers = NonNullable<SignedSource['licenceServers']>;

const serversOf = (servers: Servers) => Object.fromEntries(servers.map(({ keySystem, url }) => [keySystem, url]));

/** Without a preference the engine takes the first key system of the manifest, which is Clear Key. */
function preferring(servers: Servers): object {
  if (servers.length === 0) return {};
  const advanced = servers.flatMap(({ keySystem, certificateUrl }) =>
    certificateUrl ? [[keySystem, { serverCertificateUri: certificateUrl }]] : [],
  );
  return {
    preferredKeySystems: servers.map(({ keySystem }) => keySystem),
    advanced: Object.fromEntries(advanced),
  };
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
  if (code === Code.LICENSE_REQUEST_FAILED || code === Code.SERVER_CERTIFICATE_REQUEST_FAILED) {
    // The engine's error of the request: of film it holds the refusal, of a licence server nothing that a viewer can use.
    const request = data[0] as EngineError | undefined;
    const refusal = request?.code === Code.REQUEST_FILTER_ERROR ? request.data[0] : request?.data[2];
    return refusal instanceof Error ? problemOf(refusal) : unavailableProblem();
  }
  // No Encrypted Media Extensions, or not here, as in a page without HTTPS.
  return {
    reason: `SHAKA_${code}`,
    message: _('This browser cannot play protected films.'),
    advice: _('Please try a current version of Chrome, Firefox or Edge.'),
    remedy: 'film-page',
  };
}

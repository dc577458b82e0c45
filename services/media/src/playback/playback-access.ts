import type { ServerResponse } from 'node:http';
import { isId } from '@marquee/data/ids';
import type { Clock } from '@marquee/runtime/clock';
import { DomainError } from '@marquee/runtime/errors';
import { refusalBody } from '../http/http-errors.ts';
import { playbackForbidden } from './playback-errors.ts';
import type { PlaybackOrigin } from './playback-origin.ts';

/** /playback-access/TOKEN/VERSION: an edge asks it before it serves from its cache. */
export const PLAYBACK_ACCESS = '/playback-access/';

/** For so long an edge serves a playback that has ended. An answer costs a signature and a look into memory. */
const REMEMBERED_S_MAX = 10;

/**
 * Answers 204 with how long an edge may cache that, never past the token's end. Every refusal is 403, the only status that
 * nginx's auth_request passes on; `Playback-Refusal` holds the body for the viewer.
 */
export function playbackAccess(origin: PlaybackOrigin, clock: Clock) {
  return async (response: ServerResponse, path: string): Promise<void> => {
    const [token = '', version = '', ...rest] = path.slice(PLAYBACK_ACCESS.length).split('/');
    try {
      if (rest.length > 0 || !isId(version)) throw playbackForbidden();
      const expiresAt = await origin.access({ token, version });
      const leftS = Math.floor((expiresAt.getTime() - clock.now().getTime()) / 1000);
      const rememberS = Math.min(REMEMBERED_S_MAX, leftS);
      const caching = rememberS > 0 ? `max-age=${rememberS}` : 'no-store';
      response.writeHead(204, { 'Cache-Control': caching }).end();
    } catch (error) {
      if (!(error instanceof DomainError) || !['FORBIDDEN', 'NOT_FOUND'].includes(error.kind)) throw error;
      response.writeHead(403, { 'Cache-Control': 'no-store', 'Playback-Refusal': refusalBody(error) }).end();
    }
  };
}

import { create } from '@bufbuild/protobuf';
import { StartPlaybackResponseSchema } from '@marquee/contracts/film/v1/watch_pb';
import { ApiError } from '../api/api-error.ts';

/** A refusal as the browser's clients throw it. */
export function refused(code: ApiError['code'], reason = '', message = ''): ApiError {
  return new ApiError({ code, reason, message, fields: [], metadata: {} });
}

const offline = () => refused('Unknown');

/** The watch calls, answered from memory; `online: false` makes them fail as without a network. */
export function fakeServer() {
  const server = {
    online: true,
    tokens: 0,
    version: 'version',
    heartbeats: [] as { positionMs: number; playedMs: number; paused: boolean }[],
    events: new Map<string, { session: string; timeMs: number; event: number }>(),
    deliveries: 0,
    views: [] as { playbackSessionId: string; playedMs: number }[],
    sessions: 0,
    heartbeatIntervalMs: 15_000,
    heartbeatFails: undefined as ApiError | undefined,
    access: { valid: true, reason: '', message: '' },
  };
  const address = () => {
    server.tokens += 1;
    return `/v/token${server.tokens}/${server.version}/`;
  };
  const calls = {
    async startPlayback() {
      if (!server.online) throw offline();
      server.sessions += 1;
      return create(StartPlaybackResponseSchema, {
        access: { ...server.access, signedUrl: address() },
        playbackSessionId: `session${server.sessions}`,
        heartbeatIntervalMs: server.heartbeatIntervalMs,
      });
    },
    async heartbeat(request: { positionMs: number; playedMs: number; paused: boolean }) {
      if (!server.online) throw offline();
      if (server.heartbeatFails) throw server.heartbeatFails;
      server.heartbeats.push(request);
      const { access, heartbeatIntervalMs } = server;
      return { access: { ...access, signedUrl: access.valid ? address() : '' }, heartbeatIntervalMs };
    },
    async recordPlaybackEvents(request: {
      playbackSessionId: string;
      events: { eventId: string; timeMs: number; event: number }[];
    }) {
      if (!server.online) throw offline();
      server.deliveries += 1;
      for (const { eventId, timeMs, event } of request.events) {
        server.events.set(eventId, { session: request.playbackSessionId, timeMs, event });
      }
      return {};
    },
    async markView(request: { playbackSessionId: string; playedMs: number }) {
      if (!server.online) throw offline();
      server.views.push(request);
      return { counted: true };
    },
  };
  return { server, calls };
}

import { PlaybackEventKind } from '@marquee/contracts/film/v1/watch_pb';
import { EventQueue, hasWaitingEvents } from './event-queue.ts';
import { fakeServer, refused } from './fake-server.ts';

const event = (id: string, timeMs = 0) => ({ id, kind: PlaybackEventKind.PAUSE, timeMs, playedMs: timeMs, at: 1_000 });

beforeEach(() => localStorage.clear());

test('events recorded without a network are sent later, once [WAT-17:browser]', async () => {
  const { server, calls } = fakeServer();
  const queue = new EventQueue({ storage: localStorage, sink: calls });
  server.online = false;
  queue.add('s', 'film', event('a', 1_000));
  queue.add('s', 'film', event('b', 2_000));
  await queue.send('s');
  expect(server.events.size).toBe(0);

  server.online = true;
  await queue.send('s');
  await queue.send('s');
  expect([...server.events.keys()]).toEqual(['a', 'b']);
  expect(server.deliveries).toBe(1);
  expect(hasWaitingEvents(localStorage)).toBe(false);
});

test('events of a closed tab are sent by the next page', async () => {
  const { server, calls } = fakeServer();
  new EventQueue({ storage: localStorage, sink: calls }).add('old', 'film', event('a'));
  expect(hasWaitingEvents(localStorage)).toBe(true);
  await new EventQueue({ storage: localStorage, sink: calls }).send('new');
  expect(server.events.get('a')?.session).toBe('old');
});

test('a position kept while offline becomes a pause if the page never came back', async () => {
  const { server, calls } = fakeServer();
  new EventQueue({ storage: localStorage, sink: calls }).keepPosition('old', 'film', event('last', 42_000));
  await new EventQueue({ storage: localStorage, sink: calls }).send('new');
  expect(server.events.get('last')).toMatchObject({ session: 'old', timeMs: 42_000 });
});

test('a position of the page that is open is left to its heartbeat', async () => {
  const { server, calls } = fakeServer();
  const queue = new EventQueue({ storage: localStorage, sink: calls });
  queue.keepPosition('s', 'film', event('last', 42_000));
  await queue.send('s');
  expect(server.events.size).toBe(0);
});

test('an event added while others are being sent is not lost', async () => {
  const { server, calls } = fakeServer();
  const queue = new EventQueue({ storage: localStorage, sink: calls });
  queue.add('s', 'film', event('a'));
  const sending = queue.send('s');
  queue.add('s', 'film', event('b'));
  await sending;
  await queue.send('s');
  expect([...server.events.keys()].sort()).toEqual(['a', 'b']);
});

test('events that the server refuses are dropped and do not block the rest', async () => {
  const { server, calls } = fakeServer();
  const sink = {
    ...calls,
    recordPlaybackEvents: async (request: Parameters<typeof calls.recordPlaybackEvents>[0]) => {
      if (request.playbackSessionId === 'gone') throw refused('NotFound', 'PLAYBACK_NOT_FOUND');
      return calls.recordPlaybackEvents(request);
    },
  };
  const queue = new EventQueue({ storage: localStorage, sink });
  queue.add('gone', 'film', event('a'));
  queue.add('s', 'film', event('b'));
  await queue.send('s');
  expect([...server.events.keys()]).toEqual(['b']);
  expect(hasWaitingEvents(localStorage)).toBe(false);
});

test('a view that the server does not count yet is sent again', async () => {
  const { calls } = fakeServer();
  const answers = [false, true];
  const told: number[] = [];
  const sink = {
    ...calls,
    markView: async ({ playedMs }: { playedMs: number }) => {
      told.push(playedMs);
      return { counted: answers.shift() ?? true };
    },
  };
  const queue = new EventQueue({ storage: localStorage, sink });
  queue.addView('s', 'film', 60_000);
  await queue.send('s');
  await queue.send('s');
  await queue.send('s');
  expect(told).toEqual([60_000, 60_000]);
});

import { Code, ConnectError, createClient, createRouterTransport } from '@connectrpc/connect';
import { CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { requestIds } from './request-ids.ts';

/** A studio that keeps the request ids it was sent, and answers with `answer`. */
function studio() {
  const sent: string[] = [];
  const state = { answer: async (): Promise<object> => ({}), now: 0 };
  let made = 0;
  const answered = ({ requestId }: { requestId: string }) => {
    sent.push(requestId);
    return state.answer();
  };
  const interceptors = [
    requestIds(
      () => `id${++made}`,
      () => state.now,
    ),
  ];
  const transport = createRouterTransport(
    ({ service }) => {
      service(StudioService, {
        publishFilm: answered,
        unpublishFilm: answered,
        createFilm: answered,
        getMyFilm: () => ({}),
      });
      service(CrewService, { addCrew: answered, removeCrew: () => ({}) });
    },
    { transport: { interceptors } },
  );
  return { sent, state, films: createClient(StudioService, transport), crew: createClient(CrewService, transport) };
}

const lost = async () => {
  throw new ConnectError('lost', Code.Unavailable);
};

test('every write gets an id of its own, and the caller’s request stays as it was', async () => {
  const { sent, films } = studio();
  const request = { filmId: 'f1' };
  await films.publishFilm(request);
  await films.publishFilm(request);
  expect(sent).toEqual(['id1', 'id2']);
  expect(request).toEqual({ filmId: 'f1' });
});

test('an id that the caller gave is kept', async () => {
  const { sent, films } = studio();
  await films.publishFilm({ filmId: 'f1', requestId: 'mine' });
  expect(sent).toEqual(['mine']);
});

test('the same request after a failure is the same intent; another body is another', async () => {
  const { sent, state, films } = studio();
  state.answer = lost;
  await expect(films.createFilm({ filmTitle: 'Salt' })).rejects.toThrow('lost');
  await expect(films.createFilm({ filmTitle: 'Salt' })).rejects.toThrow('lost');
  await expect(films.createFilm({ filmTitle: 'Light' })).rejects.toThrow('lost');
  state.answer = async () => ({});
  await films.createFilm({ filmTitle: 'Salt' });
  await films.createFilm({ filmTitle: 'Salt' });
  expect(sent).toEqual(['id1', 'id1', 'id2', 'id1', 'id3']);
});

test('a second press while the first is under way is the same intent', async () => {
  const { sent, state, films } = studio();
  const { promise, resolve } = Promise.withResolvers<object>();
  state.answer = () => promise;
  const both = [films.publishFilm({ filmId: 'f1' }), films.publishFilm({ filmId: 'f1' })];
  resolve({});
  await Promise.all(both);
  await films.publishFilm({ filmId: 'f1' });
  expect(sent).toEqual(['id1', 'id1', 'id2']);
});

test('what was done in between ends an intent: publish, unpublish, publish are three', async () => {
  const { sent, state, films, crew } = studio();
  state.answer = lost;
  await expect(films.publishFilm({ filmId: 'f1' })).rejects.toThrow('lost');
  state.answer = async () => ({});
  // Another service's write says nothing about it.
  await crew.addCrew({ filmId: 'f1' });
  await films.unpublishFilm({ filmId: 'f1' });
  await films.publishFilm({ filmId: 'f1' });
  expect(sent).toEqual(['id1', 'id2', 'id3', 'id4']);
});

test('an intent of another service lives on', async () => {
  const { sent, state, films, crew } = studio();
  state.answer = lost;
  await expect(films.publishFilm({ filmId: 'f1' })).rejects.toThrow('lost');
  state.answer = async () => ({});
  await crew.addCrew({ filmId: 'f1' });
  await films.publishFilm({ filmId: 'f1' });
  expect(sent).toEqual(['id1', 'id2', 'id1']);
});

test('after ten minutes it is a new intent', async () => {
  const { sent, state, films } = studio();
  state.answer = lost;
  const publish = () => expect(films.publishFilm({ filmId: 'f1' })).rejects.toThrow('lost');
  await publish();
  state.now = 10 * 60_000;
  await publish();
  state.now += 1;
  await publish();
  expect(sent).toEqual(['id1', 'id1', 'id2']);
});

test('of more than 200 intents without an answer the oldest is forgotten', async () => {
  const { sent, state, films } = studio();
  state.answer = lost;
  const publish = (film: number) => expect(films.publishFilm({ filmId: `f${film}` })).rejects.toThrow('lost');
  for (let film = 1; film <= 200; film += 1) await publish(film);
  await publish(1);
  await publish(201);
  await publish(2);
  await publish(1);
  expect(sent.slice(200)).toEqual(['id1', 'id201', 'id2', 'id202']);
});

test('reads, and writes without a request id, pass untouched', async () => {
  const { sent, films, crew } = studio();
  await films.getMyFilm({ filmId: 'f1' });
  await crew.removeCrew({ filmId: 'f1', crewId: 'c1' });
  expect(sent).toEqual([]);
});

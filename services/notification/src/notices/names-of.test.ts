import { fixedClock } from '@marquee/testing/fixed-clock';
import { recordingLog } from '@marquee/testing/recording-log';
import { namesOf } from './names-of.ts';

const ids = (count: number) => Array.from({ length: count }, (_, n) => `film ${n}`);

/** Names of films as their owner gives them, and of how many it was asked at once. */
function names() {
  const clock = fixedClock('2026-11-20T12:00:00.000Z');
  const { log, said } = recordingLog();
  const asked: number[] = [];
  const at = { isDown: false };
  const films = {
    async describeFilms({ filmIds }: { filmIds: string[] }) {
      if (at.isDown) throw new Error('film does not answer');
      asked.push(filmIds.length);
      return { films: filmIds.map((filmId) => ({ filmId, filmTitle: `Title of ${filmId}`, picture: '' })) };
    },
  };
  const read = namesOf({ films, clock, log } as unknown as Parameters<typeof namesOf>[0]);
  const titleOf = async (filmIds: string[]) => {
    const { film } = await read(filmIds.map((filmId) => ({ actorId: '', filmId })));
    return film(filmIds.at(-1) ?? '').name;
  };
  return { at, asked, clock, said, titleOf };
}

test('an owner is asked for a hundred names at a time, each once, and of what is known again after a minute', async () => {
  const { asked, clock, titleOf } = names();
  expect(await titleOf([...ids(101), 'film 0'])).toBe('Title of film 0');
  expect(asked).toEqual([100, 1]);
  clock.advance(60_000);
  await titleOf(ids(1));
  expect(asked).toHaveLength(2);
  clock.advance(1);
  await titleOf(ids(1));
  expect(asked).toEqual([100, 1, 1]);
});

test('5,000 names are remembered', async () => {
  const { asked, titleOf } = names();
  await titleOf(ids(5_000));
  asked.length = 0;
  await titleOf(ids(5_000));
  expect(asked).toEqual([]);
  await titleOf(['another film']);
  asked.length = 0;
  await titleOf(ids(5_000));
  expect(asked).toEqual([1]);
});

test('a list comes without names while their owner does not answer, which is logged', async () => {
  const { at, said, titleOf } = names();
  at.isDown = true;
  expect(await titleOf(ids(1))).toBe('');
  expect(said()).toEqual(['the names in notices could not be read']);
});

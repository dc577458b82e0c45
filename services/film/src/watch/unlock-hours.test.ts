import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { newId } from '@marquee/data/ids';
import { filmService } from '../testing/film-service.ts';

test('the length of a free unlock is a setting [WAT-18]', async () => {
  const film = await filmService({ FREE_UNLOCK_HOURS: 2 });
  const filmId = await film.releasedFilm(film.maker());
  const { access } = await film.lover().watch.unlockFilm({ requestId: newId(), filmId });
  expect(access?.expireAt).toEqual(timestampFromDate(new Date(film.clock.now().getTime() + 7_200_000)));
});

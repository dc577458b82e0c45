import { create } from '@bufbuild/protobuf';
import { ProfileChangedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { viewers } from '@marquee/testing/viewers';
import { filmService } from '../testing/film-service.ts';

test('a name is kept by its version: an older one that arrives late changes nothing, nor brings a removed one back', async () => {
  const film = await filmService();
  const maker = film.maker();
  const { accountId } = maker.viewer;
  const filmId = await film.releasedFilm(maker);
  const creator = async () => (await maker.watch.getFilmAccess({ filmId })).creatorName;
  const found = async (query: string) => {
    await film.indexed();
    return (await film.staff().backOffice.listAllFilms({ query })).films.length;
  };

  await film.introduce(maker.viewer, 'Mara', 'Lindqvist', 3n);
  for (const version of [2n, 3n]) await film.introduce(maker.viewer, 'Agnes', 'Oldname', version);
  expect(await creator()).toBe('Mara Lindqvist');
  expect([await found('lindqvist'), await found('oldname')]).toEqual([1, 0]);

  await film.introduce(maker.viewer, 'Mara', 'Vester', 4n);
  expect(await creator()).toBe('Mara Vester');
  const removed = create(ProfileChangedSchema, { person: { id: accountId, version: 6n }, removed: true });
  await film.deliver(ProfileChangedSchema, removed, accountId, 6n);
  for (const version of [5n, 6n]) await film.introduce(maker.viewer, 'Mara', 'Vester', version);
  expect((await creator())?.trim()).toBe('');
  expect(await found('vester')).toBe(0);
  // Somebody else's name is not touched.
  await film.introduce(viewers.entertainmentPro(), 'Ines', 'Prado');
  expect(await found('prado')).toBe(0);
});

import { TutorialAudience } from '@marquee/contracts/film/v1/tutorials_pb';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { testPlatform } from '@marquee/testing/test-platform';
import { viewers } from '@marquee/testing/viewers';
import { startHarness } from '../testing/film-service.ts';
import { startMediaDouble } from '../testing/media-double.ts';
import { startSettingsDouble } from '../testing/settings-double.ts';

const { ORGANIZATION_DIRECTORS, ENTERTAINMENT_PROS, MOVIE_LOVERS } = TutorialAudience;

test('staff and directors see their tutorials, Pros theirs and everybody those for Movie Lovers, in the order of staff [FLM-12]', async () => {
  const clock = fixedClock('2026-11-20T12:00:00.000Z');
  const alone = await testPlatform('film', { clock });
  const [media, settings] = [await startMediaDouble(alone), await startSettingsDouble(alone)];
  const addresses = { ...alone.addresses, media: media.address, marketing: settings.address };
  const film = await startHarness({ platform: { ...alone, addresses }, media, clock });

  const seenBy = async (viewer: Parameters<typeof film.as>[0]) => {
    const { lists } = await film.as(viewer).tutorials.listTutorials({});
    return lists.map(({ audience, films }) => [audience, films.map(({ filmTitle }) => filmTitle)]);
  };
  expect(await seenBy(viewers.visitor())).toEqual([[MOVIE_LOVERS, []]]);

  const maker = film.maker();
  const made = async (filmTitle: string) => film.releasedFilm(maker, { filmTitle });
  const [direct, promote, watch, rate] = [
    await made('Direct'),
    await made('Promote'),
    await made('Watch'),
    await made('Rate'),
  ];
  const hidden = await film.completeFilm(maker, { filmTitle: 'Hidden' });
  const items = (...ids: string[]) => ({ items: ids.map((name) => ({ name, label: '', children: [] })) });
  settings.set('tutorials-organization-directors', items(direct));
  settings.set('tutorials-entertainment-pros', items(promote));
  settings.set('tutorials-movie-lovers', items(rate, hidden, newId(), watch));

  const lovers = [MOVIE_LOVERS, ['Rate', 'Watch']];
  await eventually(async () => expect(await seenBy(viewers.visitor())).toEqual([lovers]));
  const [directors, pros] = [
    [ORGANIZATION_DIRECTORS, ['Direct']],
    [ENTERTAINMENT_PROS, ['Promote']],
  ];
  await eventually(async () => expect(await seenBy(viewers.entertainmentPro({}))).toEqual([pros, lovers]));
  expect(await seenBy(viewers.movieLover({}))).toEqual([lovers]);
  await eventually(async () =>
    expect(await seenBy(viewers.entertainmentPro({ directs: true }))).toEqual([directors, pros, lovers]),
  );
  expect(await seenBy(viewers.movieLover({ directs: true }))).toEqual([directors, lovers]);
  expect((await seenBy(viewers.staff()))[0]).toEqual(directors);
});

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { addCrewSchema } from '@marquee/rules/film-crew';
import { missingFields } from '@marquee/rules/film-state';
import { TALENTS_MAX, talentsFor } from '@marquee/rules/talents';
import { atEnd } from '@marquee/testing/cleanup';
import { posterSvg, renderPicture, scenes, stillSvg, titleSvg } from './art/draw-picture.ts';
import { films, sampleNote, wordingOf } from './catalogue/catalogue.ts';
import { filmSchema } from './catalogue/film-schema.ts';
import { demoAccounts, people } from './catalogue/people.ts';
import { readData } from './catalogue/read-data.ts';
import { filmFile, importedFilm } from './import-shapes.ts';
import { filmCommand, trailerCommand } from './video/clip.ts';

const now = new Date('2026-11-20T12:00:00Z');

test('the catalogue is a programme: enough films and people, of many kinds', () => {
  expect(films.length).toBeGreaterThanOrEqual(24);
  expect(people).toHaveLength(12);
  const kinds = (of: (film: (typeof films)[number]) => unknown) => new Set(films.map(of)).size;
  expect(kinds(({ country }) => country)).toBeGreaterThanOrEqual(15);
  expect(new Set(films.flatMap(({ genres }) => genres)).size).toBeGreaterThanOrEqual(15);
  expect(kinds(({ releaseType }) => releaseType)).toBe(3);
  expect(kinds(({ maker }) => maker)).toBe(3);
  expect(kinds(({ art }) => art.layout)).toBe(7);
  expect(kinds(({ art }) => art.scene)).toBe(Object.keys(scenes).length);
  expect(kinds(({ video }) => video.size.join('x'))).toBeGreaterThanOrEqual(4);
  expect(new Set(films.flatMap(({ reviews }) => reviews.map(({ rating }) => rating)))).toEqual(new Set([2, 3, 4, 5]));
});

test.each([
  ['names nobody of the catalogue', { maker: 'nobody' }, /This person is not in people.json.*\n.*at maker/],
  ['names a scene that nobody drew', { art: { ...films[0]?.art, scene: 'moon' } }, /at art\.scene/],
  ['has an odd width', { video: { ...films[0]?.video, size: [853, 358] } }, /at video\.size\[0\]/],
  ['has a field that nothing reads', { directer: 'Anna' }, /directer/],
])('a film that %s is refused at load, with its file and the place', (_what, change, message) => {
  const { key, ...film } = films[0] ?? { key: '' };
  const path = join(mkdtempSync(join(tmpdir(), 'marquee-films-')), `${key}.json`);
  atEnd(() => rmSync(dirname(path), { recursive: true }));
  writeFileSync(path, JSON.stringify({ ...film, ...change }));
  expect(() => readData(path, filmSchema)).toThrow(path);
  expect(() => readData(path, filmSchema)).toThrow(message);
});

test('keys and ids are one of a kind', () => {
  const slots = ['FILM_VIDEO', 'TRAILER_VIDEO', 'TRAILER_IMAGE', 'POSTER_IMAGE'] as const;
  const ids = films.flatMap((film) => {
    const { id, crew = [], awards = [] } = importedFilm(film, [], now);
    return [id, ...[...crew, ...awards].map((row) => row.id), ...slots.map((slot) => filmFile(film, slot, '/x').id)];
  });
  expect(new Set([...ids, ...people.map(({ id }) => id)]).size).toBe(ids.length + people.length);
});

test.each(films.map((film) => [film.title, film] as const))('%s holds what publishing asks for', (_title, film) => {
  const imported = importedFilm(film, [], now);
  expect(missingFields(imported.fields)).toEqual([]);
  expect(imported.fields.logLine).toContain(`Sample clip, ${imported.runningTime} seconds.`);
  expect(wordingOf(film).sample).toBe(sampleNote(film));
  for (const credit of imported.crew ?? []) expect(addCrewSchema.safeParse(credit).error).toBeUndefined();
  for (const { rating, message } of film.reviews) {
    expect(rating).toBeGreaterThanOrEqual(1);
    expect(message.length).toBeGreaterThan(20);
  }
  expect(new Set(film.reviews.map(({ by }) => by)).size).toBe(film.reviews.length);
  expect(film.reviews.map(({ by }) => by)).not.toContain(film.maker);
  for (const { on } of film.reviews) expect(on >= film.releaseDate).toBe(true);
  expect(film.video.size.every((side) => side % 2 === 0)).toBe(true);
});

test('people hold what their accounts may hold', () => {
  for (const { email, consumerType, accountType, talents = [], roles = [] } of people) {
    expect(email).toMatch(/^[a-z]+@example\.com$/);
    expect(talents.length).toBeLessThanOrEqual(TALENTS_MAX);
    expect(consumerType === 'ENTERTAINMENT_PRO').toBe(talents.length > 0);
    if (accountType) for (const talent of talents) expect(talentsFor(accountType)).toContain(talent);
    expect(roles.length > 0).toBe(email === 'staff@example.com');
  }
  const named = ['maker@example.com', 'viewer@example.com', 'staff@example.com'];
  expect(demoAccounts.map(({ email }) => email)).toEqual(named);
});

test.each(films.map((film) => [film.title, film] as const))(
  '%s is drawn whole, and alike each time',
  (_title, film) => {
    const draw = () => [
      posterSvg(film.key, film.art, wordingOf(film)),
      stillSvg(film.key, film.art, 1),
      titleSvg(film.art, wordingOf(film), { w: film.video.size[0], h: film.video.size[1] }),
    ];
    const drawings = draw();
    expect(draw()).toEqual(drawings);
    for (const drawing of drawings) {
      expect(drawing).not.toMatch(/NaN|undefined|Infinity/);
      // Words are drawn as paths: no machine's fonts are asked for.
      expect(drawing).not.toContain('<text');
    }
  },
);

test('a rendered poster is the same to the byte', async () => {
  const [film] = films;
  if (!film) throw new Error('there is no film');
  const render = async () => {
    const bytes = await renderPicture(posterSvg(film.key, film.art, wordingOf(film)), film.key);
    return createHash('sha256').update(bytes).digest('hex');
  };
  expect(await render()).toBe(await render());
});

test('the commands of clips hold the length and the shape that the catalogue says', () => {
  for (const film of films) {
    const files = { stills: ['a.jpg', 'b.jpg'], title: 't.png', out: 'o.mp4' };
    const [w, h] = film.video.size;
    const command = filmCommand(film, files);
    expect(command[command.indexOf('-t') + 1]).toBe(String(film.video.seconds));
    expect(command).toContain(`${w}x${h}`);
    expect(Number(trailerCommand(film, files)[command.indexOf('-t') + 1])).toBe(11);
  }
});

// Draws every poster and still onto one sheet, to look at: node demo/contact-sheet.ts sheet.png
import sharp from 'sharp';
import { posterSvg, renderPicture, stillSvg } from './art/draw-picture.ts';
import { films, wordingOf } from './catalogue/catalogue.ts';

const COLUMNS = 7;
const CELL = { w: 240, poster: 360, still: 135 };
const [, , out = 'contact-sheet.png', only] = process.argv;
const shown = films.filter(({ key }) => !only || key.includes(only));
const cells = await Promise.all(
  shown.map(async (film, index) => {
    const left = (index % COLUMNS) * (CELL.w + 12);
    const top = Math.floor(index / COLUMNS) * (CELL.poster + CELL.still + 24);
    const poster = await renderPicture(posterSvg(film.key, film.art, wordingOf(film)), film.key);
    const still = await renderPicture(stillSvg(film.key, film.art, 1), film.key);
    return [
      { input: await sharp(poster).resize(CELL.w, CELL.poster).toBuffer(), left, top },
      { input: await sharp(still).resize(CELL.w, CELL.still).toBuffer(), left, top: top + CELL.poster + 4 },
    ];
  }),
);
const rows = Math.ceil(shown.length / COLUMNS);
await sharp({
  create: {
    width: Math.min(COLUMNS, shown.length) * (CELL.w + 12),
    height: rows * (CELL.poster + CELL.still + 24),
    channels: 3,
    background: '#17140f',
  },
})
  .composite(cells.flat())
  .png()
  .toFile(out);

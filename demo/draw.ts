// Draws the demo catalogue's pictures into a folder: node draw.ts <folder> pages|clips [key …]
import { films } from './catalogue/catalogue.ts';
import { drawClipPictures, drawFilmPictures } from './pictures.ts';

const [, , dir, what, ...keys] = process.argv;
if (!dir || (what !== 'pages' && what !== 'clips')) throw new Error('Usage: node draw.ts <folder> pages|clips [key …]');
const draw = what === 'pages' ? drawFilmPictures : drawClipPictures;
for (const film of films) {
  if (keys.length > 0 && !keys.includes(film.key)) continue;
  await draw(dir, film);
  // The parent process continues with each film as it is drawn.
  process.stdout.write(`${film.key}\n`);
}

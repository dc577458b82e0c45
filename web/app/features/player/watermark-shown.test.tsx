import { isShownOver, pictureBoxIn } from './watermark-shown.ts';

type Box = [left: number, top: number, width: number, height: number];
/** Where an element is; jsdom lays nothing out. */
const lies = (element: Element, [left, top, width, height]: Box) =>
  Object.assign(element, { getBoundingClientRect: () => ({ left, top, width, height }) as DOMRect });
const give = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { value, configurable: true });

function page() {
  document.body.innerHTML = '<div><section><div><span>Ana Reis, 12:00</span></div></section></div>';
  const [outer, frame, around, mark] = ['div', 'section', 'section div', 'span'].map(
    (query) => document.body.querySelector<HTMLElement>(query) as HTMLElement,
  ) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement];
  const picture = document.createElement('video');
  frame.append(picture);
  lies(picture, [10, 20, 400, 200]);
  lies(mark, [100, 100, 90, 20]);
  return { outer, frame, around, mark, picture };
}
type Page = ReturnType<typeof page>;
const shown = ({ mark, frame, picture }: Page, text = 'Ana Reis') => isShownOver({ mark, frame, picture, text });

afterEach(() => {
  give(document, 'fullscreenElement', null);
  give(document, 'pictureInPictureElement', null);
});

test.each<[string, (page: Page) => unknown]>([
  ['as it was made', () => {}],
  ['half transparent', ({ mark }) => mark.style.setProperty('opacity', '0.2')],
  ['small', ({ mark }) => mark.style.setProperty('font-size', '8px')],
  ['as small as can be read', ({ mark }) => lies(mark, [100, 100, 8, 8])],
  ['with no filter', ({ mark }) => mark.style.setProperty('filter', 'none')],
  [
    'in a page that is hidden, which lays nothing out',
    ({ picture, mark }) => [lies(picture, [0, 0, 0, 200]), lies(mark, [0, 0, 0, 0])],
  ],
  ['in a page that has no height', ({ picture, mark }) => [lies(picture, [0, 0, 400, 0]), lies(mark, [0, 0, 0, 0])]],
  ['in a player whose surroundings are hidden with it', ({ outer }) => outer.style.setProperty('display', 'none')],
  ['while something else fills the screen', ({ frame }) => give(document, 'fullscreenElement', frame)],
  ['at the left edge', ({ mark }) => lies(mark, [-34, 100, 90, 20])],
  ['at the bottom', ({ mark }) => lies(mark, [100, 209, 90, 20])],
])('a watermark is over the picture: %s', (_how, change) => {
  const made = page();
  change(made);
  expect(shown(made)).toBe(true);
});

test.each<[string, (page: Page) => unknown]>([
  ['not in the page', ({ outer }) => outer.remove()],
  ['not in the player', ({ mark }) => document.body.append(mark)],
  ['with another text', ({ mark }) => mark.replaceChildren('Somebody')],
  ['beside a picture that fills the screen', ({ picture }) => give(document, 'fullscreenElement', picture)],
  ['beside a picture in a window of its own', ({ picture }) => give(document, 'pictureInPictureElement', picture)],
  ['beside a picture that a phone plays alone', ({ picture }) => give(picture, 'webkitDisplayingFullscreen', true)],
  ['not displayed', ({ mark }) => mark.style.setProperty('display', 'none')],
  ['in something that is not displayed', ({ around }) => around.style.setProperty('display', 'none')],
  ['in something that is not visible', ({ around }) => around.style.setProperty('visibility', 'hidden')],
  ['too transparent', ({ mark }) => mark.style.setProperty('opacity', '0.19')],
  [
    'too transparent with what it is in',
    ({ mark, around }) => [mark, around].map((element) => element.style.setProperty('opacity', '0.4')),
  ],
  ['in a player that is transparent', ({ frame }) => frame.style.setProperty('opacity', '0.1')],
  ['without a colour', ({ mark }) => mark.style.setProperty('color', 'transparent')],
  ['in no colour', ({ mark }) => mark.style.setProperty('color', 'rgba(0, 0, 0, 0)')],
  ['in letters that are too small', ({ mark }) => mark.style.setProperty('font-size', '7px')],
  ['clipped', ({ mark }) => mark.style.setProperty('clip-path', 'inset(100%)')],
  ['filtered', ({ mark }) => mark.style.setProperty('filter', 'opacity(0%)')],
  ['too narrow', ({ mark }) => lies(mark, [100, 100, 7, 20])],
  ['too low', ({ mark }) => lies(mark, [100, 100, 90, 7])],
  ['left of it', ({ mark }) => lies(mark, [-35, 100, 90, 20])],
  ['right of it', ({ mark }) => lies(mark, [365, 100, 90, 20])],
  ['above it', ({ mark }) => lies(mark, [100, 10, 90, 20])],
  ['below it', ({ mark }) => lies(mark, [100, 210, 90, 20])],
])('a watermark is not over the picture: %s', (_how, change) => {
  const made = page();
  change(made);
  expect(shown(made)).toBe(false);
});

test('the picture is where its element is, without the bars beside it', () => {
  const { frame, picture } = page();
  lies(frame, [5, 5, 500, 500]);
  expect(pictureBoxIn(frame, picture)).toEqual({ left: 5, top: 15, width: 400, height: 200 });
  give(picture, 'videoWidth', 100);
  expect(pictureBoxIn(frame, picture)).toEqual({ left: 5, top: 15, width: 400, height: 200 });
  give(picture, 'videoHeight', 100);
  expect(pictureBoxIn(frame, picture)).toEqual({ left: 105, top: 15, width: 200, height: 200 });
});

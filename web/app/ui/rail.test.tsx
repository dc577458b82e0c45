import { jest } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { doing, press, showPage } from '../testing/show-page.tsx';
import { Rail } from './rail.tsx';

const rail = (
  <Rail title="New">
    <li>Salt</li>
  </Rail>
);
function Growing() {
  const [titles, setTitles] = useState(['Salt']);
  return (
    <>
      <button type="button" onClick={() => setTitles(['Salt', 'Amber'])}>
        More
      </button>
      <Rail title="New">
        {titles.map((title) => (
          <li key={title}>{title}</li>
        ))}
      </Rail>
    </>
  );
}
const back = () => screen.getByTitle('Back in New');
const on = () => screen.getByTitle('On in New');
const isSeen = (arrow: HTMLElement) => !arrow.classList.contains('invisible');
const list = () => screen.getByRole('list');

/** jsdom lays nothing out: the rail is this wide, and reaches this far. */
function layOut(width: number, reach: number): void {
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(width);
  jest.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(reach);
}
const scrollTo = (left: number) =>
  doing(() => {
    list().scrollLeft = left;
    fireEvent.scroll(list());
  });

beforeEach(() => sessionStorage.clear());
afterEach(() => jest.restoreAllMocks());

test('the arrows of a rail are seen only where there is more [FLM-01:rails]', async () => {
  layOut(400, 1_000);
  await showPage(rail);
  expect([back(), on()].map(isSeen)).toEqual([false, true]);
  await scrollTo(300);
  expect([back(), on()].map(isSeen)).toEqual([true, true]);
  await scrollTo(599);
  expect([back(), on()].map(isSeen)).toEqual([true, false]);
  await scrollTo(0);
  expect([back(), on()].map(isSeen)).toEqual([false, true]);
});

test('a rail that is seen whole has no arrows, also where text runs from right to left', async () => {
  layOut(400, 400);
  await showPage(rail);
  expect([back(), on()].map(isSeen)).toEqual([false, false]);
  layOut(400, 1_000);
  await scrollTo(-600);
  expect([back(), on()].map(isSeen)).toEqual([true, false]);
});

test('a rail is found where it was left, by going back to its page and only there', async () => {
  layOut(400, 1_000);
  await showPage(rail);
  await scrollTo(250);
  cleanup();
  await showPage(rail);
  expect(list().scrollLeft).toBe(250);
  cleanup();
  await showPage(
    <Rail title="Another">
      <li>Amber</li>
    </Rail>,
  );
  expect(list().scrollLeft).toBe(0);
});

test('a rail that grows, or gets less room, has its arrow at once', async () => {
  const seen = new Map<Element, () => void>();
  const still = window.ResizeObserver;
  window.ResizeObserver = class extends still {
    #changed: () => void;
    constructor(changed: ResizeObserverCallback) {
      super(changed);
      this.#changed = () => changed([], this);
    }
    override observe(element: Element) {
      seen.set(element, this.#changed);
    }
  };
  try {
    layOut(400, 400);
    await showPage(Growing);
    layOut(400, 1_000);
    await press('More');
    expect(isSeen(on())).toBe(true);
    layOut(1_000, 1_000);
    await doing(() => seen.get(list())?.());
    expect(isSeen(on())).toBe(false);
  } finally {
    window.ResizeObserver = still;
  }
});

test('a rail is found where it was left when the page is loaded again', async () => {
  layOut(400, 1_000);
  await showPage(rail);
  await scrollTo(250);
  fireEvent(window, new Event('pagehide'));
  expect(Object.values(sessionStorage)).toEqual(['250']);
});

test.each([
  ['ltr', false, { left: 340, behavior: 'smooth' }],
  ['ltr', true, { left: 340, behavior: 'auto' }],
  ['rtl', false, { left: -340, behavior: 'smooth' }],
] as const)(
  'an arrow turns a rail by nearly what is seen (%s, less motion: %p)',
  async (direction, isStill, turned) => {
    const scrollBy = jest.fn();
    Object.defineProperty(Element.prototype, 'scrollBy', { value: scrollBy, configurable: true });
    Object.defineProperty(window, 'matchMedia', { value: () => ({ matches: isStill }), configurable: true });
    try {
      layOut(400, 1_000);
      await showPage(<div style={{ direction }}>{rail}</div>);
      list().style.direction = direction;
      fireEvent.click(on());
      fireEvent.click(back());
      expect(scrollBy.mock.calls).toEqual([[turned], [{ ...turned, left: -turned.left }]]);
    } finally {
      Reflect.deleteProperty(Element.prototype, 'scrollBy');
      Reflect.deleteProperty(window, 'matchMedia');
    }
  },
);

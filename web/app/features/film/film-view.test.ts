import { aFilm } from '@marquee/testing/contract-messages';
import { filmView, isOpenToAll } from './film-view.ts';

test.each([
  [0, ''],
  [5_400, '1 h 30 min'],
])('a film of %i seconds has the length "%s" [FLM-02:length]', (runningTime, length) => {
  expect(filmView(aFilm({ runningTime })).length).toBe(length);
});

test.each([
  [{}, true],
  [{ published: false }, false],
  [{ isApproved: false }, false],
  [{ distribution: { website: true } }, true],
  [{ distribution: { website: false } }, false],
])('whether a film %j is public: %s', (part, isPublic) => {
  expect(filmView(aFilm({ published: true, isApproved: true, ...part })).isPublic).toBe(isPublic);
});

test.each([
  [true, undefined, true],
  [false, undefined, false],
  [true, '2020-01-01T00:00:00Z', true],
  [true, '2199-01-01T00:00:00Z', false],
  [false, '2020-01-01T00:00:00Z', false],
])('a film that is public (%s) and begins at %s is open to all: %s [WAT-16]', (isPublic, screeningAt, isOpen) => {
  expect(isOpenToAll({ isPublic, screeningAt })).toBe(isOpen);
});

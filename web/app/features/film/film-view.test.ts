import { aFilm } from '@marquee/testing/contract-messages';
import { filmView } from './film-view.ts';

test.each([
  [0, ''],
  [5_400, '1 h 30 min'],
])('a film of %i seconds has the length "%s" [FLM-02:length]', (runningTime, length) => {
  expect(filmView(aFilm({ runningTime })).length).toBe(length);
});

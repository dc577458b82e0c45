import { PIECES_MAX, planPieces } from './plan-pieces.ts';

test('a film is looked at in eight pieces of two seconds, evenly over it', () => {
  const { starts, lengthS } = planPieces(7_200);
  expect([starts.length, lengthS]).toEqual([PIECES_MAX, 2]);
  expect(starts.map((at) => at + 1)).toEqual([450, 1_350, 2_250, 3_150, 4_050, 4_950, 5_850, 6_750]);
});

test('of a short film a little is looked at, in fewer and shorter pieces, and of the shortest one', () => {
  const seen = (durationS: number) => {
    const { starts, lengthS } = planPieces(durationS);
    return [starts.length, lengthS];
  };
  expect([seen(200), seen(60)]).toEqual([
    [8, 1.5],
    [7, 0.5],
  ]);
  expect(planPieces(4)).toEqual({ lengthS: 0.5, starts: [1.75] });
  expect(planPieces(0.4)).toEqual({ lengthS: 0.4, starts: [0] });
});

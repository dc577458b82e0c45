export const PIECES_MAX = 8;
const PIECE_S_MAX = 2;
const PIECE_S_MIN = 0.5;
/** So that a short film takes hardly longer. */
const SHARE_MAX = 0.06;

/** Where pieces of a film begin and how long they are, in seconds: evenly over the film, never at its very ends. */
export function planPieces(durationS: number): { starts: number[]; lengthS: number } {
  const shareS = durationS * SHARE_MAX;
  const lengthS = Math.min(durationS, Math.max(PIECE_S_MIN, Math.min(PIECE_S_MAX, shareS / PIECES_MAX)));
  const count = Math.max(1, Math.min(PIECES_MAX, Math.floor(shareS / lengthS + 1e-6)));
  const starts = Array.from({ length: count }, (_, index) =>
    Math.max(0, ((index + 0.5) / count) * durationS - lengthS / 2),
  );
  return { starts, lengthS };
}

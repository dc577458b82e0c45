/** Mean and number of ratings of 1, 2, 3, 4 and 5 stars; the mean is 0 while nobody has rated. */
export function meanRating(stars: readonly number[]): { mean: number; count: number } {
  let count = 0;
  let total = 0;
  for (let i = 0; i < stars.length; i++) {
    const ratings = stars[i] ?? 0;
    count += ratings;
    total += ratings * (i + 1);
  }
  return { mean: count === 0 ? 0 : total / count, count };
}

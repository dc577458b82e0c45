/** What a film must tell before it can be published, as the JSON of `film.v1.UpdateFilmRequest`. */
export const FILM_DETAILS = {
  country: 'JP',
  language: 'ja',
  languages: { values: ['ja'] },
  genres: { values: ['Drama'] },
  rating: 'PG',
  logLine: 'A ferryman carries the same passenger every night, and one night he does not.',
  releaseDate: '2026-11-01',
  resolution: '720p',
  releaseType: 'RELEASE_TYPE_WATCH_NOW',
  isFree: true,
};

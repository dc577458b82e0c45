/** A film that the viewer may edit. */
export type EditableFilm = { title: string };

/** Questions to film, asked on behalf of the viewer of the call. */
export type EditableFilms = {
  /** @throws when the viewer may not edit the film, or it does not exist */
  requireEditable(filmId: string): Promise<EditableFilm>;
  /** True when the published film shows this file. A replacement that waits for approval is not live. */
  isLive(filmId: string, assetId: string): Promise<boolean>;
};

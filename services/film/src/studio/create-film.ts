import { create, type MessageShape } from '@bufbuild/protobuf';
import { FilmCreatedSchema } from '@marquee/contracts/events/v1/film_pb';
import { CreateFilmResponseSchema } from '@marquee/contracts/film/v1/studio_pb';
import { newId } from '@marquee/data/ids';
import type { CreateFilm } from '@marquee/rules/film';
import { insertFilm } from '../films/film-store.ts';
import { type Write, writeOnce } from '../films/write-once.ts';
import type { FilmResources } from '../resources.ts';
import { getStudioFilm } from './studio-film.ts';

/** A new film of the viewer's: a title and a project type, the rest when they like [STU-02]. */
export async function createFilm(
  resources: FilmResources,
  write: Write,
  input: CreateFilm,
): Promise<MessageShape<typeof CreateFilmResponseSchema>> {
  const { outbox, clock } = resources;
  const createdBy = write.viewer.accountId;
  return writeOnce(resources, write, CreateFilmResponseSchema, async (tx) => {
    const id = newId();
    const now = clock.now();
    await insertFilm(tx, {
      id,
      film_title: input.filmTitle,
      project_type: input.projectType,
      country: input.country,
      language: input.language,
      languages: input.languages,
      genres: input.genres,
      rating: input.rating,
      log_line: input.logLine,
      release_date: dateOf(input.releaseDate),
      is_student_film: input.isStudentFilm,
      is_first_time_film_maker: input.isFirstTimeFilmMaker,
      has_subtitles: input.hasSubtitles,
      resolution: input.resolution,
      created_by: createdBy,
      created_at: now,
      updated_by: createdBy,
      updated_at: now,
    });
    await outbox.append(tx, {
      schema: FilmCreatedSchema,
      message: create(FilmCreatedSchema, { filmId: id, createdBy }),
      aggregateType: 'film',
      aggregateId: id,
      aggregateVersion: 1n,
    });
    return { film: await getStudioFilm(tx, id) };
  });
}

export function dateOf(isoDate: string): Date | null {
  return isoDate ? new Date(`${isoDate}T00:00:00.000Z`) : null;
}

import { type createFilmSchema, FILM_LIMITS } from '@marquee/rules/film';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { Checkbox } from '../../ui/choice.tsx';
import { Combobox, MultiCombobox } from '../../ui/combobox.tsx';
import { Select, TextArea, TextField } from '../../ui/field.tsx';
import { fieldOf } from '../../ui/form.tsx';
import {
  countryChoices,
  genreChoices,
  languageChoices,
  projectTypeChoices,
  ratingChoices,
  resolutionChoices,
} from './labels.ts';

export type FilmForm = UseFormReturn<z.input<typeof createFilmSchema>, unknown, z.output<typeof createFilmSchema>>;

/** The fields of a film's record [STU-02]; the same to create one and to edit it. */
export function FilmFields({ form }: { form: FilmForm }) {
  return (
    <>
      <TextField label="Title" maxLength={FILM_LIMITS.titleLengthMax} {...fieldOf(form, 'filmTitle')} />
      <Select
        label="Project type"
        placeholder="Choose one"
        options={projectTypeChoices}
        {...fieldOf(form, 'projectType')}
      />
      <TextArea
        label="Log line"
        hint="One or two sentences that make somebody want to see it."
        optional
        limit={FILM_LIMITS.logLineLengthMax}
        length={form.watch('logLine')?.length ?? 0}
        {...fieldOf(form, 'logLine')}
      />
      <Controller
        control={form.control}
        name="genres"
        render={({ field, fieldState }) => (
          <MultiCombobox
            label="Genres"
            hint={`Up to ${FILM_LIMITS.genresMax}.`}
            optional
            max={FILM_LIMITS.genresMax}
            options={genreChoices}
            value={field.value ?? []}
            onChange={field.onChange}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
          />
        )}
      />
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <Controller
          control={form.control}
          name="country"
          render={({ field, fieldState }) => (
            <Combobox
              label="Country"
              optional
              options={countryChoices}
              value={field.value ?? ''}
              onChange={field.onChange}
              onBlur={field.onBlur}
              error={fieldState.error?.message}
            />
          )}
        />
        <Controller
          control={form.control}
          name="language"
          render={({ field, fieldState }) => (
            <Combobox
              label="Original language"
              optional
              options={languageChoices}
              value={field.value ?? ''}
              onChange={field.onChange}
              onBlur={field.onBlur}
              error={fieldState.error?.message}
            />
          )}
        />
      </div>
      <Controller
        control={form.control}
        name="languages"
        render={({ field, fieldState }) => (
          <MultiCombobox
            label="Languages spoken"
            optional
            max={FILM_LIMITS.languagesMax}
            options={languageChoices}
            value={field.value ?? []}
            onChange={field.onChange}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
          />
        )}
      />
      <div className="grid gap-6 sm:grid-cols-3 sm:gap-4">
        <TextField label="Release date" type="date" optional {...fieldOf(form, 'releaseDate')} />
        <Select
          label="Age rating"
          optional
          placeholder="None yet"
          options={ratingChoices}
          {...fieldOf(form, 'rating')}
        />
        <Select
          label="Resolution"
          optional
          placeholder="None yet"
          options={resolutionChoices}
          {...fieldOf(form, 'resolution')}
        />
      </div>
      <div className="grid gap-4">
        <Checkbox label="A student film" {...fieldOf(form, 'isStudentFilm')} />
        <Checkbox label="By a first-time filmmaker" {...fieldOf(form, 'isFirstTimeFilmMaker')} />
        <Checkbox label="Has subtitles" {...fieldOf(form, 'hasSubtitles')} />
      </div>
    </>
  );
}

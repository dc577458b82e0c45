import { type createFilmSchema, FILM_LIMITS } from '@marquee/rules/film';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { _ } from '../../language/words.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { Combobox, MultiCombobox } from '../../ui/combobox.tsx';
import { Select, TextArea, TextField } from '../../ui/field.tsx';
import { fieldOf } from '../../ui/form.tsx';
import { countryChoices, genreChoices, languageChoices, projectTypeChoices, ratingChoices } from './labels.ts';

export type FilmForm = UseFormReturn<z.input<typeof createFilmSchema>, unknown, z.output<typeof createFilmSchema>>;

/** What stands behind the label of a field that may wait until the film is published. */
const toPublish = () => _('needed to publish');

/** The fields of a film's record [STU-02]; the same to create one and to edit it. The resolution follows from the file. */
export function FilmFields({ form }: { form: FilmForm }) {
  return (
    <>
      <TextField
        label={_('Title')}
        limit={FILM_LIMITS.titleLengthMax}
        length={form.watch('filmTitle')?.length ?? 0}
        {...fieldOf(form, 'filmTitle')}
      />
      <Select
        label={_('Project type')}
        placeholder={_('Choose one')}
        options={projectTypeChoices()}
        {...fieldOf(form, 'projectType')}
      />
      <TextArea
        label={_('Log line')}
        hint={_('One or two sentences that make somebody want to see it.')}
        optional={toPublish()}
        limit={FILM_LIMITS.logLineLengthMax}
        length={form.watch('logLine')?.length ?? 0}
        {...fieldOf(form, 'logLine')}
      />
      <Controller
        control={form.control}
        name="genres"
        render={({ field, fieldState }) => (
          <MultiCombobox
            label={_('Genres')}
            hint={_('Up to {genresMax}.', { genresMax: FILM_LIMITS.genresMax })}
            optional={toPublish()}
            max={FILM_LIMITS.genresMax}
            options={genreChoices()}
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
              label={_('Country')}
              optional={toPublish()}
              options={countryChoices()}
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
              label={_('Original language')}
              optional={toPublish()}
              options={languageChoices()}
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
            label={_('Languages spoken')}
            optional={toPublish()}
            max={FILM_LIMITS.languagesMax}
            options={languageChoices()}
            value={field.value ?? []}
            onChange={field.onChange}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
          />
        )}
      />
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <TextField label={_('Release date')} type="date" optional={toPublish()} {...fieldOf(form, 'releaseDate')} />
        <Select
          label={_('Age rating')}
          optional={toPublish()}
          placeholder={_('None yet')}
          options={ratingChoices()}
          {...fieldOf(form, 'rating')}
        />
      </div>
      <div className="grid gap-4">
        <Checkbox label={_('A student film')} {...fieldOf(form, 'isStudentFilm')} />
        <Checkbox label={_('By a first-time filmmaker')} {...fieldOf(form, 'isFirstTimeFilmMaker')} />
        <Checkbox label={_('Has subtitles')} {...fieldOf(form, 'hasSubtitles')} />
      </div>
    </>
  );
}

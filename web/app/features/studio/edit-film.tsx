import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ProjectType, ReleaseType, type StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { StudioService, type UpdateFilmRequestSchema } from '@marquee/contracts/film/v1/studio_pb';
import { createFilmSchema, emptyFilm, FILM_LIMITS, updateFilmSchema } from '@marquee/rules/film';
import { type ReactNode, useEffect, useState } from 'react';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import { z } from 'zod';
import { refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { fieldOf, showRefusal, useZodForm } from '../../ui/form.tsx';
import { FilmFields, type FilmForm } from './film-fields.tsx';
import { projectTypeName, releaseTypeChoices, releaseTypeName } from './labels.ts';
import { type SaveState, useAutosave } from './use-autosave.ts';

const editFilmSchema = createFilmSchema.extend({
  releaseType: z.string(),
  isFree: z.boolean(),
  price: z
    .string()
    .trim()
    .regex(/^$|^\d{1,3}([.,]\d{1,2})?$/, 'A price is between $0.99 and $999.99.'),
  screeningStart: z.string(),
  festivalName: z.string().trim().max(FILM_LIMITS.festivalNameLengthMax, 'A festival name has at most 120 characters.'),
  selfDistribute: z.boolean(),
});
type EditFilm = z.input<typeof editFilmSchema>;
type Changes = MessageInitShape<typeof UpdateFilmRequestSchema>;

/** The details of a film; they save by themselves [STU-03] [STU-04]. */
export function EditFilm({ entry }: { entry: StudioFilm }) {
  const film = entry.film;
  const { revalidate } = useRevalidator();
  const form = useZodForm(editFilmSchema, valuesOf(entry));
  const autosave = useAutosave<Changes>(async (changes) => {
    try {
      await client(StudioService).updateFilm({ ...changes, filmId: film?.id ?? '' });
      await revalidate();
    } catch (error) {
      showRefusal(form, error, 'We failed to save your changes');
      throw refusalOf(error);
    }
  });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: async ({ name, values, type }) => {
          if (!name || type !== 'change') return;
          const field = name.split('.')[0] as keyof EditFilm;
          form.clearErrors('root');
          if (await form.trigger(field)) autosave.change(changeOf(field, values));
        },
      }),
    [form, autosave.change],
  );
  const root = form.formState.errors.root?.message;
  return (
    <FormProvider {...(form as unknown as UseFormReturn)}>
      <form noValidate className="grid gap-10" onSubmit={(event) => event.preventDefault()}>
        <SaveLine state={autosave.state} message={root} retry={autosave.retry} />
        <FormSection title="About the film">
          <FilmFields form={form as unknown as FilmForm} />
        </FormSection>
        <FormSection title="Release">
          <ReleaseFields form={form} />
        </FormSection>
      </form>
    </FormProvider>
  );
}

function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid max-w-3xl gap-6">
      <h2 className="font-title text-heading">{title}</h2>
      {children}
    </section>
  );
}

function ReleaseFields({ form }: { form: UseFormReturn<EditFilm, unknown, z.output<typeof editFilmSchema>> }) {
  const releaseType = form.watch('releaseType');
  const free = form.watch('isFree');
  return (
    <>
      <Select
        label="Release type"
        placeholder="Choose one"
        options={releaseTypeChoices}
        {...fieldOf(form, 'releaseType')}
      />
      {releaseType === 'SCREENING' ? (
        <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
          <TextField label="Screening starts" type="datetime-local" optional {...fieldOf(form, 'screeningStart')} />
          <TextField label="Festival" optional {...fieldOf(form, 'festivalName')} />
        </div>
      ) : null}
      <Checkbox label="Free to watch" hint="A free unlock lasts 48 hours." {...fieldOf(form, 'isFree')} />
      {free ? null : (
        <TextField label="Price in US dollars" inputMode="decimal" prefix="$" optional {...fieldOf(form, 'price')} />
      )}
      <Checkbox label="I distribute this film myself" {...fieldOf(form, 'selfDistribute')} />
    </>
  );
}

const saveTexts: Record<SaveState, string> = {
  saved: 'All changes are saved.',
  waiting: 'Saving your changes...',
  saving: 'Saving your changes...',
  failed: 'We failed to save your changes',
};

function SaveLine({ state, message, retry }: { state: SaveState; message?: string; retry: () => void }) {
  // The status changes only after the first edit.
  const [begun, setBegun] = useState(false);
  useEffect(() => {
    if (state !== 'saved') setBegun(true);
  }, [state]);
  const text = begun ? (state === 'saved' ? 'Updated successfully' : saveTexts[state]) : saveTexts.saved;
  return (
    <div
      role="status"
      className="sticky top-(--bar-height) z-10 -my-4 flex min-h-11 flex-wrap items-center gap-3 bg-canvas text-ink-muted text-small"
    >
      <span className={state === 'failed' ? 'text-danger-ink' : undefined}>
        {text}
        {state === 'failed' && message && message !== text ? `: ${message}` : ''}
      </span>
      {state === 'failed' ? (
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}

function valuesOf(entry: StudioFilm): EditFilm {
  const film = entry.film;
  const start = film?.screeningStartTime ? timestampDate(film.screeningStartTime) : undefined;
  const project = film ? projectTypeName(film.projectType) : 'SHORT';
  const release = film ? releaseTypeName(film.releaseType) : 'UNSPECIFIED';
  return {
    ...recordOf(film),
    projectType: project === 'UNSPECIFIED' ? 'SHORT' : project,
    releaseType: release === 'UNSPECIFIED' ? '' : release,
    isFree: film?.isFree ?? true,
    price: film && film.usdCost > 0n ? (Number(film.usdCost) / 100).toFixed(2) : '',
    screeningStart: start ? localInput(start) : '',
    festivalName: film?.festivalName ?? '',
    selfDistribute: film?.selfDistribute ?? false,
  };
}

/** The fields of the film's record, which form and film spell alike. */
function recordOf(film: StudioFilm['film']): ReturnType<typeof emptyFilm> {
  const empty = emptyFilm();
  const values = Object.entries(empty).map(([name, none]) => [name, film?.[name as keyof typeof empty] ?? none]);
  return Object.fromEntries(values) as typeof empty;
}

/** A moment as an input of type datetime-local holds it, in the maker's own time zone. */
function localInput(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** One field of the form as the update call takes it. */
function changeOf(field: keyof EditFilm, values: Partial<EditFilm>): Partial<Changes> {
  switch (field) {
    case 'genres':
    case 'languages':
      return { [field]: { values: [...(values[field] ?? [])] } };
    case 'projectType':
      return { projectType: ProjectType[values.projectType ?? 'SHORT'] };
    case 'releaseType': {
      const type = updateFilmSchema.shape.releaseType.safeParse(values.releaseType);
      return type.data ? { releaseType: ReleaseType[type.data] } : {};
    }
    case 'price':
      return { usdCost: BigInt(Math.round(Number((values.price || '0').replace(',', '.')) * 100)) };
    case 'screeningStart':
      return values.screeningStart ? { screeningStartTime: timestampFromDate(new Date(values.screeningStart)) } : {};
    default:
      return { [field]: values[field] };
  }
}

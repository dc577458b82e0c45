import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ProjectType, ReleaseType, type StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { StudioService, type UpdateFilmRequestSchema } from '@marquee/contracts/film/v1/studio_pb';
import { createFilmSchema, emptyFilm, FILM_LIMITS, updateFilmSchema } from '@marquee/rules/film';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Controller, FormProvider, type UseFormReturn } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import { z } from 'zod';
import { refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { _, type Message, msg } from '../../language/words.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { CENTRE, FocalPointField } from '../../ui/focal-point-field.tsx';
import { fieldOf, showRefusal, useZodForm } from '../../ui/form.tsx';
import { pictureOf } from '../../ui/picture-of.ts';
import { ChaptersField, chapterRows, chapterRowsSchema, chaptersOf } from './chapters-field.tsx';
import { FilmFields, type FilmForm } from './film-fields.tsx';
import { projectTypeName, releaseTypeChoices, releaseTypeName } from './labels.ts';
import { SaveLine } from './save-line.tsx';
import { type SaveState, useAutosave } from './use-autosave.ts';
import { WINDOW_NAMES, WindowFields, windowFields } from './window-fields.tsx';

const PRICE_RANGE = String(msg('A price is between $0.99 and $999.99.'));
const centsOf = (price: string) => Math.round(Number(price.replace(',', '.')) * 100);

const editFilmSchema = createFilmSchema.extend({
  releaseType: z.string(),
  isFree: z.boolean(),
  price: z
    .string()
    .trim()
    .regex(/^$|^\d{1,3}([.,]\d{1,2})?$/, PRICE_RANGE)
    .refine((text) => text === '' || centsOf(text) >= FILM_LIMITS.usdCostCentsMin, PRICE_RANGE),
  coins: z
    .string()
    .trim()
    .regex(/^$|^[1-9]\d{0,5}$|^1000000$/, String(msg('A price in coins is between 1 and 1,000,000, or empty.'))),
  screeningStart: z.string(),
  festivalName: z
    .string()
    .trim()
    .max(FILM_LIMITS.festivalNameLengthMax, String(msg('A festival name has at most 120 characters.'))),
  selfDistribute: z.boolean(),
  watermark: z.boolean(),
  chapters: chapterRowsSchema,
  stillFocalPoint: z.object({ x: z.number(), y: z.number() }),
  ...windowFields,
});
type EditFilm = z.input<typeof editFilmSchema>;
/** Changes that can be taken back. */
const STEPS_MAX = 100;
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
      showRefusal(form, error, _('We failed to save your changes'));
      throw refusalOf(error);
    }
  });
  const { steps, record, takeStep } = useSteps(valuesOf(entry), autosave.state);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: async ({ name, values, type }) => {
          if (!name || type !== 'change') return;
          const field = name.split('.')[0] as keyof EditFilm;
          form.clearErrors('root');
          if (!(await form.trigger(field))) return;
          record(field, values);
          autosave.change(changeOf(field, values));
        },
      }),
    [form, autosave.change, record],
  );
  const undo = () => {
    const before = takeStep();
    for (const field of Object.keys(before) as (keyof EditFilm)[]) {
      form.setValue(field, before[field] as never, { shouldValidate: true });
      autosave.change(changeOf(field, before));
    }
  };
  const { root, ...errors } = form.formState.errors;
  const unsaved = autosave.state === 'failed' ? [] : (Object.keys(errors) as (keyof EditFilm)[]);
  useAskBeforeLeaving(unsaved.length > 0);
  const still = pictureOf(film?.trailerThumbnail);
  return (
    <FormProvider {...(form as unknown as UseFormReturn)}>
      <form noValidate className="grid gap-10" onSubmit={(event) => event.preventDefault()}>
        <SaveLine
          state={autosave.state}
          message={root?.message}
          unsaved={unsaved.map((field) => ({ name: nameOf(field), show: () => form.setFocus(field) }))}
          retry={autosave.retry}
          undo={steps > 0 ? undo : undefined}
        />
        <FormSection title={_('About the film')}>
          <FilmFields form={form as unknown as FilmForm} />
          {still ? (
            <Controller
              control={form.control}
              name="stillFocalPoint"
              render={({ field, fieldState }) => (
                <FocalPointField
                  label={_('Focal point of the trailer image')}
                  hint={_('What stays in view where the picture is cropped. Click or drag, or use the arrow keys.')}
                  source={{ ...still, focus: undefined }}
                  value={field.value}
                  onChange={field.onChange}
                  error={fieldState.error?.message}
                />
              )}
            />
          ) : null}
        </FormSection>
        <FormSection title={_('Chapters')}>
          <Controller
            control={form.control}
            name="chapters"
            render={({ field, fieldState }) => (
              <ChaptersField
                value={field.value}
                onChange={field.onChange}
                inputRef={field.ref}
                error={fieldState.error?.message ?? fieldState.error?.root?.message}
              />
            )}
          />
        </FormSection>
        <FormSection title={_('Release')}>
          <ReleaseFields form={form} />
        </FormSection>
      </form>
    </FormProvider>
  );
}

/** What breaks a rule is not saved: closing the page would lose it. */
function useAskBeforeLeaving(isAsking: boolean): void {
  useEffect(() => {
    if (!isAsking) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isAsking]);
}

/** Fields in which something can be typed that breaks their rule. */
const NAMES: Partial<Record<keyof EditFilm, Message>> = {
  filmTitle: msg('Title'),
  logLine: msg('Log line'),
  releaseDate: msg('Release date'),
  festivalName: msg('Festival'),
  screeningStart: msg('Screening starts'),
  price: msg('Price'),
  coins: msg('Price in coins'),
  chapters: msg('Chapters'),
  ...WINDOW_NAMES,
};
const nameOf = (field: keyof EditFilm) => _(NAMES[field] ?? 'A field');

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
        label={_('Release type')}
        placeholder={_('Choose one')}
        options={releaseTypeChoices()}
        {...fieldOf(form, 'releaseType')}
      />
      {releaseType === 'SCREENING' ? (
        <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
          {/* The server does not know the maker's time zone: the value comes with hydration. */}
          <TextField
            label={_('Screening starts')}
            type="datetime-local"
            optional
            {...fieldOf(form, 'screeningStart')}
            defaultValue={undefined}
          />
          <TextField
            label={_('Festival')}
            optional
            limit={FILM_LIMITS.festivalNameLengthMax}
            length={form.watch('festivalName')?.length ?? 0}
            {...fieldOf(form, 'festivalName')}
          />
        </div>
      ) : null}
      <Checkbox label={_('Free to watch')} hint={_('A free unlock lasts 48 hours.')} {...fieldOf(form, 'isFree')} />
      {free ? null : (
        <TextField
          label={_('Price in US dollars')}
          inputMode="decimal"
          prefix="$"
          optional={_('needed to publish')}
          {...fieldOf(form, 'price')}
        />
      )}
      {free || releaseType === 'SCREENING' ? null : (
        <TextField
          label={_('Price in coins')}
          inputMode="numeric"
          optional
          hint={_('Viewers earn coins here. You choose whether coins unlock your film, and earn no money of them.')}
          {...fieldOf(form, 'coins')}
        />
      )}
      <WindowFields form={form as unknown as UseFormReturn} isScreening={releaseType === 'SCREENING'} />
      <Checkbox label={_('I distribute this film myself')} {...fieldOf(form, 'selfDistribute')} />
      <Checkbox
        label={_('Watermark')}
        hint={_('Viewers see their own name over the picture. It then plays in our player only, not on other screens.')}
        {...fieldOf(form, 'watermark')}
      />
    </>
  );
}

/**
 * What was changed between two saves, so that it can be taken back: what saves itself would keep a slip otherwise. A step
 * holds the values before; `takeStep` gives those of the newest and forgets it.
 */
function useSteps(saved: EditFilm, state: SaveState) {
  const latest = useRef<Partial<EditFilm>>(saved);
  const stack = useRef<Partial<EditFilm>[]>([]);
  const isOpen = useRef(false);
  const [steps, setSteps] = useState(0);
  useEffect(() => {
    if (state === 'saved') isOpen.current = false;
  }, [state]);
  const record = useCallback((field: keyof EditFilm, values: Partial<EditFilm>) => {
    if (!isOpen.current) stack.current = [...stack.current, {}].slice(-STEPS_MAX);
    isOpen.current = true;
    const step = stack.current.at(-1) as Partial<EditFilm>;
    if (!(field in step)) Object.assign(step, { [field]: latest.current[field] });
    latest.current = { ...latest.current, [field]: values[field] };
    setSteps(stack.current.length);
  }, []);
  const takeStep = useCallback((): Partial<EditFilm> => {
    const step = stack.current.pop() ?? {};
    latest.current = { ...latest.current, ...step };
    isOpen.current = false;
    setSteps(stack.current.length);
    return step;
  }, []);
  return { steps, record, takeStep };
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
    coins: film && film.coinCost > 0n ? String(film.coinCost) : '',
    screeningStart: start ? localInput(start) : '',
    availableFrom: film?.availableFrom ? localInput(timestampDate(film.availableFrom)) : '',
    availableUntil: film?.availableUntil ? localInput(timestampDate(film.availableUntil)) : '',
    startWindowHours: film?.startWindowHours ? String(film.startWindowHours) : '',
    watchWindowHours: film?.watchWindowHours ? String(film.watchWindowHours) : '',
    festivalName: film?.festivalName ?? '',
    selfDistribute: entry.selfDistribute,
    watermark: entry.watermark,
    chapters: chapterRows(entry.chapters),
    stillFocalPoint: pictureOf(film?.trailerThumbnail)?.focus ?? CENTRE,
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
    case 'chapters':
      return { chapters: { values: chaptersOf(values.chapters ?? []) } };
    case 'projectType':
      return { projectType: ProjectType[values.projectType ?? 'SHORT'] };
    case 'releaseType': {
      const type = updateFilmSchema.shape.releaseType.safeParse(values.releaseType);
      return type.data ? { releaseType: ReleaseType[type.data] } : {};
    }
    case 'price':
      return { usdCost: BigInt(centsOf(values.price || '0')) };
    case 'coins':
      return { coinCost: BigInt(values.coins || 0) };
    case 'screeningStart':
      // The zero time unsets it.
      return { screeningStartTime: timestampFromDate(new Date(values.screeningStart || 0)) };
    case 'availableFrom':
    case 'availableUntil':
      return { [field]: timestampFromDate(new Date(values[field] || 0)) };
    case 'startWindowHours':
    case 'watchWindowHours':
      return { [field]: Number(values[field] || 0) };
    default:
      return { [field]: values[field] };
  }
}

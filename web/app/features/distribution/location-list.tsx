import { type FilmLocation, filmLocationSchema, filmLocationsSchema, REGION_MESSAGES } from '@marquee/rules/regions';
import { Plus, X } from 'lucide-react';
import { type FormEvent, useId, useMemo, useState } from 'react';
import { countries, countryName } from '../../language/names.ts';
import { _ } from '../../language/words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';

type Props = {
  title: string;
  /** Said in place of an empty list. */
  empty: string;
  locations: FilmLocation[];
  /** Those of the other list: a place stands in one of them. */
  others: readonly FilmLocation[];
  pending: boolean;
  /** False when it failed. */
  save: (next: FilmLocation[]) => Promise<boolean>;
};

/** Places of one list, added by a dialog and removed at once, which can be undone. */
export function LocationList({ title, empty, locations, others, pending, save }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h3 id={id} className="font-medium">
        {title}
      </h3>
      {locations.length === 0 ? <p className="text-ink-muted text-small">{empty}</p> : null}
      {locations.length > 0 ? (
        <ul aria-labelledby={id} className="flex flex-wrap gap-2">
          {locations.map((location) => (
            <li key={keyOf(location)} className="flex max-w-full items-center rounded-full bg-raised ps-4">
              <span className="min-w-0 truncate text-small">{placeText(location)}</span>
              <IconButton
                label={_('Remove {place}', { place: placeText(location) })}
                size="small"
                disabled={pending}
                onClick={() => void save(locations.filter((one) => one !== location))}
              >
                <X aria-hidden className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : null}
      <Dialog
        title={title}
        trigger={
          <Button size="small" className="justify-self-start" icon={<Plus aria-hidden className="size-4" />}>
            {_('Add a place')}
          </Button>
        }
        open={open}
        onOpenChange={setOpen}
      >
        <PlaceForm
          taken={[...locations, ...others]}
          pending={pending}
          add={async (location) => {
            if (await save([...locations, location])) setOpen(false);
          }}
        />
      </Dialog>
    </section>
  );
}

type FormProps = {
  taken: readonly FilmLocation[];
  pending: boolean;
  add: (location: FilmLocation) => Promise<void>;
};

function PlaceForm({ taken, pending, add }: FormProps) {
  const [place, setPlace] = useState<FilmLocation>({ country: '', region: '', city: '' });
  const [errors, setErrors] = useState<Partial<Record<keyof FilmLocation, string>>>({});
  const options = useMemo(() => countries().map(({ code, name }) => ({ value: code, label: name })), []);
  const change = (changes: Partial<FilmLocation>) => {
    setPlace({ ...place, ...changes });
    setErrors({});
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { data, error } = filmLocationSchema.safeParse(place);
    if (!data) {
      return setErrors(Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message])));
    }
    if (!filmLocationsSchema.safeParse([...taken, data]).success) return setErrors({ country: REGION_MESSAGES.twice });
    await add(data);
  };
  return (
    <form noValidate className="grid gap-6" onSubmit={submit}>
      <Combobox
        label={_('Country')}
        options={options}
        value={place.country}
        onChange={(country) => change({ country })}
        error={errors.country}
      />
      <TextField
        label={_('Region')}
        hint={_(
          'In English, as in “Bavaria”. Empty for the whole country. Many addresses say their country alone: a limit to a region keeps out all who come from them.',
        )}
        optional
        value={place.region}
        onChange={(event) => change({ region: event.target.value })}
        error={errors.region}
      />
      <TextField
        label={_('City')}
        hint={_('In English. Few addresses say their city: a limit to a city keeps out many who are there.')}
        optional
        value={place.city}
        onChange={(event) => change({ city: event.target.value })}
        error={errors.city}
      />
      <Button type="submit" variant="primary" size="large" pending={pending}>
        {_('Add the place')}
      </Button>
    </form>
  );
}

const keyOf = ({ country, region, city }: FilmLocation) => [country, region, city].join('\n');

const placeText = ({ country, region, city }: FilmLocation) =>
  [city, region, countryName(country)].filter(Boolean).join(', ');

import { GENRES } from '@marquee/rules/genres';
import { Search, SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useTypedAddress, useWordsOfAddress } from '../../data/use-typed-address.ts';
import { countries, languages } from '../../language/names.ts';
import { _, type Message, worded } from '../../language/words.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import {
  activeFilters,
  type FilmFilters,
  type FilterName,
  filmsHref,
  RELEASE_OPTIONS,
  SORT_OPTIONS,
  TYPE_OPTIONS,
  usualOrder,
} from './film-filters.ts';

/** Search and filters of the list of films; every state has its address. A plain form until hydrated. */
export function FilterBar({ filters }: { filters: FilmFilters }) {
  const { follow, followLater } = useTypedAddress();
  const { hash } = useLocation();
  const search = useRef<HTMLInputElement>(null);
  useWordsOfAddress(search, filters.q);
  const [hydrated, setHydrated] = useState(false);

  useEffect(() => {
    setHydrated(true);
    if (hash === '#find') search.current?.focus();
  }, [hash]);

  const addressOf = (change: Partial<FilmFilters>) => {
    const q = search.current?.value.trim() ?? filters.q;
    return filmsHref({ ...filters, q, ...change });
  };
  const go = (change: Partial<FilmFilters>) => follow(addressOf(change));
  const select = (
    name: FilterName,
    label: string,
    any: string,
    options: readonly { value: string; label: string }[],
  ) => (
    <Select
      label={label}
      hideLabel
      optional
      name={name}
      value={filters[name]}
      placeholder={any}
      options={options}
      onChange={(event) => go({ [name]: event.currentTarget.value })}
    />
  );
  const selectedOnly = ({ code }: { code: string }) =>
    hydrated || code === filters.country || code === filters.language;
  const named = ({ code, name }: { code: string; name: string }) => ({ value: code, label: name });
  const shown = ({ value, label }: { value: string; label: Message }) => ({ value, label: _(label) });
  const usual = usualOrder(filters);
  const selects = () => (
    <>
      {select(
        'genre',
        _('Genre'),
        _('Any genre'),
        GENRES.map((genre) => ({ value: genre, label: worded(genre) })),
      )}
      {select('type', _('Length'), _('Short and feature'), TYPE_OPTIONS.map(shown))}
      {select('release', _('Release'), _('Any release'), RELEASE_OPTIONS.map(shown))}
      {select('language', _('Language'), _('Any language'), languages().filter(selectedOnly).map(named))}
      {select('country', _('Country'), _('Any country'), countries().filter(selectedOnly).map(named))}
      {select(
        'sort',
        _('Order'),
        usual,
        SORT_OPTIONS.map(shown).filter(({ label }) => label !== usual),
      )}
    </>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form that searches; older readers know the role and not the element.
    <form
      role="search"
      method="get"
      action="/films"
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        go({});
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 sm:grid-cols-1">
        <TextField
          ref={search}
          label={_('Search films')}
          hideLabel
          optional
          type="search"
          name="q"
          enterKeyHint="search"
          autoComplete="off"
          placeholder={_('Title, name or year')}
          prefix={<Search aria-hidden className="size-5" />}
          defaultValue={filters.q}
          maxLength={100}
          onChange={() => followLater(() => addressOf({}))}
        />
        <FilterSheet filters={filters}>{selects()}</FilterSheet>
      </div>
      <div className="grid grid-cols-3 gap-3 max-sm:hidden lg:grid-cols-6">{selects()}</div>
      {hydrated ? null : (
        <noscript>
          <button type="submit" className={buttonClass('secondary')}>
            {_('Search')}
          </button>
        </noscript>
      )}
      <ActiveFilters filters={filters} />
    </form>
  );
}

/** On phones the filters open over the films instead of pushing them down. */
function FilterSheet({ filters, children }: { filters: FilmFilters; children: ReactNode }) {
  const inForce = activeFilters(filters).filter(({ name }) => name !== 'q').length;
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      title={_('Filters')}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className={buttonClass('secondary', 'medium', 'h-12 sm:hidden')}>
          <SlidersHorizontal aria-hidden className="size-4" />
          {inForce > 0 ? _('Filters ({inForce})', { inForce }) : _('Filters')}
        </button>
      }
      actions={
        <Button variant="primary" onClick={() => setOpen(false)}>
          {_('Show the films')}
        </Button>
      }
    >
      <div className="grid gap-4">{children}</div>
    </Dialog>
  );
}

function ActiveFilters({ filters }: { filters: FilmFilters }) {
  const active = activeFilters(filters);
  if (active.length === 0) return null;
  return (
    <ul aria-label={_('Active filters')} className="flex flex-wrap items-center gap-2">
      {active.map(({ name, label }) => (
        <li key={name}>
          <a
            href={filmsHref({ ...filters, [name]: '' })}
            aria-label={_('Without {label}', { label })}
            className="inline-flex min-h-9 max-w-64 items-center gap-1.5 rounded-full bg-action-wash pe-2 ps-3.5 text-small hover:bg-raised"
          >
            <span className="truncate">{label}</span>
            <X aria-hidden className="size-4 shrink-0 text-ink-muted" />
          </a>
        </li>
      ))}
      {active.length > 1 ? (
        <li>
          <a href="/films" className="inline-flex min-h-9 items-center px-2 text-action-ink text-small hover:underline">
            {_('Clear all')}
          </a>
        </li>
      ) : null}
    </ul>
  );
}

import { ORGANIZATION_TYPES } from '@marquee/rules/organizations';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTypedAddress, useWordsOfAddress } from '../../data/use-typed-address.ts';
import { _ } from '../../language/words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { festivalsHref, filtersOf, type OrganizationFilters, QUERY_LENGTH_MAX } from './organization-filters.ts';
import { TYPE_LABELS } from './organization-view.ts';

/** Search and type of the list of festivals; every state has its address. A plain form until hydrated. */
export function FestivalSearch({ filters }: { filters: OrganizationFilters }) {
  const { follow, followLater } = useTypedAddress();
  const form = useRef<HTMLFormElement>(null);
  const search = useRef<HTMLInputElement>(null);
  useWordsOfAddress(search, filters.q);
  const [hydrated, setHydrated] = useState(false);

  useEffect(() => setHydrated(true), []);
  const typedAddress = () => {
    const typed = form.current ? [...new FormData(form.current)] : [];
    return festivalsHref(filtersOf(new URLSearchParams(typed.map(([name, value]) => [name, String(value)]))));
  };
  const go = () => follow(typedAddress());
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form that searches; older readers know the role and not the element.
    <form
      ref={form}
      role="search"
      method="get"
      action="/festivals"
      className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_16rem]"
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <TextField
        ref={search}
        label={_('Search festivals')}
        hideLabel
        optional
        type="search"
        name="q"
        enterKeyHint="search"
        autoComplete="off"
        placeholder={_('Name of a festival')}
        prefix={<Search aria-hidden className="size-5" />}
        defaultValue={filters.q}
        maxLength={QUERY_LENGTH_MAX}
        onChange={() => followLater(typedAddress)}
      />
      <Select
        key={filters.type}
        label={_('Kind of organization')}
        hideLabel
        optional
        name="type"
        defaultValue={filters.type}
        placeholder={_('Any kind')}
        options={ORGANIZATION_TYPES.map((value) => ({ value, label: _(TYPE_LABELS[value]) }))}
        onChange={go}
      />
      {hydrated ? null : (
        <noscript>
          <button type="submit" className={buttonClass('secondary')}>
            {_('Search')}
          </button>
        </noscript>
      )}
    </form>
  );
}

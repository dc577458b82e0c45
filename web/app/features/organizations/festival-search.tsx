import { ORGANIZATION_TYPES } from '@marquee/rules/organizations';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { _ } from '../../language/words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { festivalsHref, filtersOf, type OrganizationFilters, QUERY_LENGTH_MAX } from './organization-filters.ts';
import { TYPE_LABELS } from './organization-view.ts';

/** The list follows typing after this pause. */
const SEARCH_AFTER_MS = 300;

/** Search and type of the list of festivals; every state has its address. A plain form until hydrated. */
export function FestivalSearch({ filters }: { filters: OrganizationFilters }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [hydrated, setHydrated] = useState(false);

  useEffect(() => {
    setHydrated(true);
    return () => clearTimeout(timer.current);
  }, []);
  // Back and forward change the filters without this form.
  useEffect(() => {
    if (search.current && document.activeElement !== search.current) search.current.value = filters.q;
  }, [filters.q]);

  const go = () => {
    clearTimeout(timer.current);
    if (!form.current) return;
    const typed = new URLSearchParams([...new FormData(form.current)].map(([name, value]) => [name, String(value)]));
    void navigate(festivalsHref(filtersOf(typed)), { replace: true, preventScrollReset: true });
  };
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
        onChange={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(go, SEARCH_AFTER_MS);
        }}
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

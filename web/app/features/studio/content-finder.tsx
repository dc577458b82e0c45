import { QUERY_LENGTH_MAX } from '@marquee/rules/catalogue';
import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { _ } from '../../language/words.ts';
import { Select, TextField } from '../../ui/field.tsx';
import { CONTENT_ADDRESS, type ContentView, contentHref, ORDER_OPTIONS, orderBy, orderOf } from './content-address.ts';

/** The list follows typing after this pause. */
const SEARCH_AFTER_MS = 300;

/** Search and order of My Content; every state has its address. On wide layouts the columns' headings sort too. */
export function ContentFinder({ view }: { view: ContentView }) {
  const navigate = useNavigate();
  const search = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);
  // Back and forward change the view without this form.
  useEffect(() => {
    if (search.current && document.activeElement !== search.current) search.current.value = view.q;
  }, [view.q]);

  const go = (change: Partial<ContentView>) => {
    clearTimeout(timer.current);
    const q = search.current?.value.trim() ?? view.q;
    void navigate(contentHref({ ...view, q, ...change }), { replace: true, preventScrollReset: true });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form that searches; older readers know the role and not the element.
    <form
      role="search"
      method="get"
      action={CONTENT_ADDRESS}
      className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_16rem]"
      onSubmit={(event) => {
        event.preventDefault();
        go({});
      }}
    >
      <TextField
        ref={search}
        label={_('Search my films')}
        hideLabel
        optional
        type="search"
        name="q"
        enterKeyHint="search"
        autoComplete="off"
        placeholder={_('Title, name or year')}
        prefix={<Search aria-hidden className="size-5" />}
        defaultValue={view.q}
        maxLength={QUERY_LENGTH_MAX}
        onChange={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => go({}), SEARCH_AFTER_MS);
        }}
      />
      <Select
        label={_('Order')}
        hideLabel
        optional
        value={orderOf(view)}
        options={ORDER_OPTIONS.map(({ value, label }) => ({ value, label: _(label) }))}
        onChange={({ currentTarget }) => {
          const [sort = '', direction = ''] = currentTarget.value.split(' ');
          go(orderBy(sort, direction));
        }}
      />
    </form>
  );
}

import { QUERY_LENGTH_MAX } from '@marquee/rules/catalogue';
import { Search } from 'lucide-react';
import { useRef } from 'react';
import { useTypedAddress, useWordsOfAddress } from '../../data/use-typed-address.ts';
import { _ } from '../../language/words.ts';
import { Select, TextField } from '../../ui/field.tsx';
import { CONTENT_ADDRESS, type ContentView, contentHref, ORDER_OPTIONS, orderBy, orderOf } from './content-address.ts';

/** Search and order of My Content; every state has its address. On wide layouts the columns' headings sort too. */
export function ContentFinder({ view }: { view: ContentView }) {
  const { follow, followLater } = useTypedAddress();
  const search = useRef<HTMLInputElement>(null);
  useWordsOfAddress(search, view.q);

  const addressOf = (change: Partial<ContentView>) => {
    const q = search.current?.value.trim() ?? view.q;
    return contentHref({ ...view, q, ...change });
  };
  const go = (change: Partial<ContentView>) => follow(addressOf(change));
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
        onChange={() => followLater(() => addressOf({}))}
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

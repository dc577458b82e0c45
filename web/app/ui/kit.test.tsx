import { jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createRef, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { formatMoment } from '../language/format.ts';
import { doing, openList, press, type } from '../testing/show-page.tsx';
import { Avatar, initials } from './avatar.tsx';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import { Checkbox, RadioCards } from './choice.tsx';
import { classNames } from './class-names.ts';
import { Combobox, MultiCombobox } from './combobox.tsx';
import { Dialog } from './dialog.tsx';
import { FieldError, Select, TextArea, TextField } from './field.tsx';
import { Histogram } from './histogram.tsx';
import { Menu, MenuItem } from './menu.tsx';
import { Moment } from './moment.tsx';
import { PageTitle } from './page-title.tsx';
import { Poster } from './picture.tsx';
import { pictureOf } from './picture-of.ts';
import { Progress } from './progress.tsx';
import { Section } from './section.tsx';
import { StarRating, StarRatingInput } from './star-rating.tsx';
import { EmptyState, ErrorState } from './states.tsx';
import { Switch } from './switch.tsx';
import { TabLinks, Tabs } from './tabs.tsx';
import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

/** The text that a screen reader adds to an element. */
const describedBy = (element: HTMLElement) =>
  element
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

test('a word that is wider than a phone breaks in an empty state and in the buttons of a dialog', () => {
  const name = 'N'.repeat(44);
  render(<EmptyState title={`No films of ${name}`}>{`Films of ${name} appear here.`}</EmptyState>);
  for (const text of [/^No films/, /^Films of/]) expect(screen.getByText(text).className).toContain('wrap-anywhere');
  render(<Dialog open title="?" actions={<Button>{`Go back to ${name}`}</Button>} />);
  const actions = screen.getByRole('button', { name: /^Go back/ }).parentElement as HTMLElement;
  for (const look of ['*:whitespace-normal', '*:wrap-anywhere']) expect(actions.className.split(' ')).toContain(look);
});

test('class names are joined without what is false or empty', () => {
  expect(classNames('a', false, '', undefined, null, 0, 'b')).toBe('a b');
});

test('a person is a picture, or the first letters of their first and last name', () => {
  const { container } = render(<Avatar name="Ada Lovelace" picture="/images/a/64.jpg" size="small" />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/images/a/64.jpg');
  const { container: other } = render(<Avatar name="Ada King Lovelace" />);
  expect(other.textContent).toBe('AL');
  expect(['Ada', ' inês  carvalho ', ''].map(initials)).toEqual(['A', 'IC', '']);
});

test('a live badge has a mark of its own instead of its icon', () => {
  render(
    <>
      <Badge tone="live" icon={<i data-testid="icon" />}>
        Live
      </Badge>
      <Badge icon={<i data-testid="icon" />}>Draft</Badge>
    </>,
  );
  expect(screen.getAllByTestId('icon')).toHaveLength(1);
  expect(screen.getByText('Draft').contains(screen.getByTestId('icon'))).toBe(true);
});

test('a pending button says so, and takes no further press', () => {
  const onClick = jest.fn();
  const { rerender } = render(<Button onClick={onClick}>Save</Button>);
  const button = () => screen.getByRole('button');
  fireEvent.click(button());
  expect([button().getAttribute('aria-busy'), button().getAttribute('aria-disabled')]).toEqual([null, null]);
  rerender(
    <Button onClick={onClick} pending>
      Save
    </Button>,
  );
  expect([button().getAttribute('aria-busy'), button().getAttribute('aria-disabled')]).toEqual(['true', 'true']);
  expect(fireEvent.click(button())).toBe(false);
  expect(onClick).toHaveBeenCalledTimes(1);
  // Its label keeps the button's width, under the sign that something is being done.
  const label = () => screen.getByText('Save').classList.contains('opacity-0');
  expect([label(), button().querySelector('svg, [class*=animate]') === null]).toEqual([true, false]);
  rerender(<Button>Save</Button>);
  expect(label()).toBe(false);
});

type About = { hint?: string; error?: string };
const about = (part: About): [string, ReactElement][] => [
  ['checkbox', <Checkbox key="a" label="Terms" {...part} />],
  ['switch', <Switch key="b" label="Terms" {...part} />],
  ['textbox', <TextField key="c" label="Terms" {...part} />],
  ['textbox', <TextArea key="d" label="Terms" {...part} />],
  ['combobox', <Select key="e" label="Terms" options={[]} {...part} />],
  ['combobox', <Combobox key="f" label="Terms" options={[]} value="" onChange={() => {}} {...part} />],
];

test.each<[About, string | undefined]>([
  [{}, undefined],
  [{ hint: 'The rule.' }, 'The rule.'],
  [{ error: 'Broken.' }, 'Broken.'],
])('a control with %j is described so', (part, text) => {
  for (const [role, control] of about(part)) {
    const { unmount } = render(control);
    const element = screen.getByRole(role, { name: /^Terms/ });
    expect([role, describedBy(element)]).toEqual([role, text]);
    if (role !== 'switch') expect(element.getAttribute('aria-invalid')).toBe(part.error ? 'true' : null);
    unmount();
  }
});

test('cards of a choice say their rule or what is wrong, and which of them is chosen', () => {
  const options = ['a', 'b'].map((value) => ({ value, label: value }));
  const cards = (part: object) => <RadioCards legend="Who" name="who" options={options} {...part} />;
  const { rerender } = render(cards({ value: 'b', hint: 'The rule.', onChange: () => {} }));
  const isChecked = (name: string) => (screen.getByRole('radio', { name }) as HTMLInputElement).checked;
  expect([isChecked('a'), isChecked('b')]).toEqual([false, true]);
  expect(describedBy(screen.getByRole('group', { name: 'Who' }))).toBe('The rule.');
  rerender(cards({ value: 'b', error: 'Choose one.', onChange: () => {} }));
  expect(describedBy(screen.getByRole('group', { name: 'Who' }))).toBe('Choose one.');
  rerender(cards({ value: 'b', onChange: () => {} }));
  expect(describedBy(screen.getByRole('group', { name: 'Who' }))).toBeUndefined();
});

test('cards that a form keeps are left to it', () => {
  const options = ['a', 'b'].map((value) => ({ value, label: value }));
  render(<RadioCards legend="Who" name="who" options={options} />);
  const radio = screen.getByRole('radio', { name: 'a' }) as HTMLInputElement;
  fireEvent.click(radio);
  expect(radio.checked).toBe(true);
});

test('the error of a field stands in a live region that was there before it', () => {
  const [, , ...fields] = about({ error: 'Broken.' });
  for (const [at, [role, field]] of fields.entries()) {
    const before = about({})[at + 2]?.[1];
    const { rerender, container, unmount } = render(before);
    const region = container.querySelector('[aria-live]');
    expect([role, region?.textContent]).toEqual([role, '']);
    rerender(field);
    expect([role, region?.textContent]).toEqual([role, 'Broken.']);
    unmount();
  }
});

test('an error that describes no control is an alert', () => {
  render(<FieldError>Broken.</FieldError>);
  expect(screen.getByRole('alert').textContent).toBe('Broken.');
});

test('a hint gives way to the error for eyes, not for screen readers', () => {
  const part = { label: 'Name', hint: 'The rule.' };
  const hidden = () => screen.getByText('The rule.').classList.contains('sr-only');
  for (const control of [
    TextField,
    (props: object) => <Combobox {...part} options={[]} value="" onChange={() => {}} {...props} />,
  ]) {
    const Control = control as typeof TextField;
    const { rerender, unmount } = render(<Control {...part} />);
    expect(hidden()).toBe(false);
    rerender(<Control {...part} error="Broken." />);
    expect(hidden()).toBe(true);
    unmount();
  }
});

test('a text counts when it has a limit, and says when it is too long', () => {
  const { rerender } = render(<TextArea label="About" limit={10} length={10} />);
  const isDanger = () => screen.getByText(/\/ 10/).classList.contains('text-danger-ink');
  expect(screen.getByText('10 / 10')).toBeTruthy();
  expect(isDanger()).toBe(false);
  rerender(<TextArea label="About" limit={10} length={11} />);
  expect(isDanger()).toBe(true);
  rerender(<TextArea label="About" length={11} />);
  expect(screen.queryByText(/\//)).toBeNull();
  rerender(<TextArea label="About" limit={10} />);
  expect(screen.queryByText(/\//)).toBeNull();
});

test.each([
  [undefined, 'Name'],
  [true, 'Name (optional)'],
  ['for the press', 'Name (for the press)'],
] as const)('a field that may stay empty says so beside its label (%s)', (optional, label) => {
  render(<TextField label="Name" optional={optional} />);
  const field = screen.getByLabelText(label);
  expect(field.getAttribute('aria-required')).toBe(optional ? null : 'true');
});

test('what stands inside a field is not covered by what is typed', () => {
  const room = () => ['ps-11', 'pe-12'].filter((look) => screen.getByRole('textbox').classList.contains(look));
  const { rerender } = render(<TextField label="Price" prefix="$" />);
  expect(room()).toEqual(['ps-11']);
  rerender(<TextField label="Price" suffix="%" />);
  expect(room()).toEqual(['pe-12']);
});

test('a short list begins with nothing where it may be empty', () => {
  const options = [{ value: 'pt', label: 'Portugal' }];
  const { rerender } = render(<Select label="Country" options={options} placeholder="Any" />);
  const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(names()).toEqual(['Any', 'Portugal']);
  rerender(<Select label="Country" options={options} />);
  expect(names()).toEqual(['Portugal']);
});

describe('a list of several', () => {
  const options = ['Drama', 'Comedy'].map((label) => ({ value: label, label }));
  const field = (part: object) => (
    <MultiCombobox label="Genres" options={options} value={[]} onChange={() => {}} placeholder="Choose" {...part} />
  );
  const offered = async () => {
    const found = await openList('Genres');
    return found.map((one) => [one.textContent, one.getAttribute('aria-disabled'), one.getAttribute('aria-selected')]);
  };

  test('asks until something is chosen, and shows what is', async () => {
    const { rerender } = render(field({ max: 2 }));
    const placeholder = () => screen.getByRole('combobox').getAttribute('placeholder');
    expect(placeholder()).toBe('Choose');
    rerender(field({ max: 2, value: ['Drama', 'Unknown'] }));
    expect(placeholder()).toBe('');
    expect(screen.getByRole('button', { name: 'Remove Unknown' })).toBeTruthy();
    rerender(field({ max: 2, value: ['Drama'] }));
    expect(placeholder()).toBe('');
    rerender(field({ max: 0 }));
    expect(placeholder()).toBe('');
  });

  test('takes as many as it may', async () => {
    const { unmount } = render(field({ max: 2, value: ['Drama'] }));
    expect(await offered()).toEqual([
      ['Drama', null, 'true'],
      ['Comedy', null, 'false'],
    ]);
    unmount();
    render(field({ max: 1, value: ['Drama'] }));
    expect(await offered()).toEqual([
      ['Drama', null, 'true'],
      ['Comedy', 'true', 'false'],
    ]);
  });
});

describe('what is typed into a list', () => {
  const options = ['Assistant Director', 'Côte Directe', 'Director', 'Actor'].map((label) => ({ value: label, label }));
  const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
  const typing = async (text: string) => {
    await openList('Talents');
    await type('Talents', text);
  };

  test.each([
    ['one', <Combobox key="one" label="Talents" options={options} value="" onChange={() => {}} />],
    ['several', <MultiCombobox key="many" label="Talents" options={options} value={[]} onChange={() => {}} />],
  ])('finds the best of %s first, whatever the accents', async (_which, field) => {
    render(field);
    await typing('direc');
    expect(offered()).toEqual(['Director', 'Assistant Director', 'Côte Directe']);
    await type('Talents', 'cote');
    expect(offered()).toEqual(['Côte Directe']);
    await type('Talents', 'xyz');
    expect(offered()).toEqual([]);
  });

  test('an open list hides what is around it from screen readers, and the field keeps its name [SET-14:combobox]', async () => {
    render(<Combobox label="Talents" hint="Up to four." options={options} value="" onChange={() => {}} />);
    await openList('Talents');
    await waitFor(() => expect(screen.getByText('Talents').closest('[aria-hidden=true]')).toBeTruthy());
    expect(screen.getByRole('combobox').getAttribute('aria-labelledby')).toBe(screen.getByText('Talents').id);
  });

  test('what was chosen hides nothing when the list is opened again', async () => {
    render(<Combobox label="Talents" options={options} value="Actor" onChange={() => {}} />);
    await openList('Talents');
    expect(offered()).toHaveLength(options.length);
  });

  test('the server is asked for what is typed, not for what is chosen, after which the list is whole again', async () => {
    const asked: string[] = [];
    const field = (value: string) => (
      <Combobox
        label="Talents"
        options={options}
        value={value}
        onChange={(chosen) => rerender(field(chosen))}
        onQuery={(query) => asked.push(query)}
      />
    );
    const { rerender } = render(field(''));
    await typing('actor');
    await press('Actor', 'option');
    expect([asked, (screen.getByLabelText('Talents') as HTMLInputElement).value]).toEqual([['actor'], 'Actor']);
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    await openList('Talents');
    // In their own order: nothing is typed any more.
    expect(offered()).toEqual(options.map(({ label }) => label));
  });

  test('what was typed into a list that Escape closed does not narrow it when it is opened again', async () => {
    render(<Combobox label="Talents" options={options} value="" onChange={() => {}} />);
    await typing('actor');
    const field = screen.getByLabelText('Talents');
    await doing(() => fireEvent.keyDown(field, { key: 'Escape' }));
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    await openList('Talents');
    expect(offered()).toEqual(options.map(({ label }) => label));
  });

  test('all that a server found is offered, the best first', async () => {
    render(<Combobox label="Talents" options={options} value="" onChange={() => {}} onQuery={() => {}} />);
    await typing('actor');
    expect(offered()).toEqual(['Actor', 'Assistant Director', 'Côte Directe', 'Director']);
  });
});

describe('Escape', () => {
  const options = ['Drama', 'Comedy'].map((label) => ({ value: label, label }));
  const changed: unknown[] = [];
  const onChange = (value: unknown) => changed.push(value);
  const outer: string[] = [];
  const around = (field: ReactElement) => (
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for a dialog, which Escape closes.
    <div onKeyDown={({ key }) => outer.push(key)}>{field}</div>
  );
  beforeEach(() => {
    changed.length = 0;
    outer.length = 0;
  });

  test.each([
    ['one', <Combobox key="one" label="Genres" options={options} value="Drama" onChange={onChange} />, ''],
    [
      'several',
      <MultiCombobox key="many" label="Genres" options={options} value={['Drama']} onChange={onChange} />,
      [],
    ],
  ])('closes a list of %s and keeps what was chosen; clearing is a button', async (_which, field, cleared) => {
    render(around(field));
    await openList('Genres');
    const input = screen.getByLabelText('Genres') as HTMLInputElement;
    const shown = input.value;
    fireEvent.keyDown(input, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    // The next one closes what is around the list.
    outer.length = 0;
    fireEvent.keyDown(input, { key: 'Escape' });
    expect(outer).toEqual(['Escape']);
    expect(input.value).toBe(shown);
    expect(changed).toEqual([]);
    await press(/^(Clear Genres|Remove Drama)$/);
    expect(changed).toEqual([cleared]);
  });
});

test('a list that is still searched says so', async () => {
  const field = (pending: boolean) => (
    <Combobox label="Person" options={[]} value="" onChange={() => {}} onQuery={() => {}} pending={pending} />
  );
  const { rerender } = render(field(true));
  await press('Show Person');
  expect(await screen.findByText('Searching…')).toBeTruthy();
  expect(screen.getByText('Searching…').closest('[aria-busy=true]')).toBeTruthy();
  rerender(field(false));
  expect(await screen.findByText('Nothing matches.')).toBeTruthy();
  expect(screen.getByText('Nothing matches.').closest('[aria-busy=true]')).toBeNull();
});

test('the spread of ratings is in percent, best first, and nothing without any', () => {
  const { container, rerender } = render(<Histogram counts={[1, 0, 0, 0, 3]} />);
  const rows = () => [...container.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect([rows()[0], rows()[4]]).toEqual(['575%5 stars: 3, 75 percent', '125%1 star: 1, 25 percent']);
  rerender(<Histogram counts={[0, 0, 0, 0, 0]} />);
  for (const row of rows()) expect(row).toMatch(/^\d0%/);
});

test('a page without a way back has none', () => {
  const { rerender } = render(<PageTitle title="Films" />);
  expect(screen.queryByRole('navigation')).toBeNull();
  rerender(<PageTitle title="Films" crumbs={[{ href: '/', label: 'Movies' }]} />);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/', '/']);
});

test('a picture without files is its fallback', () => {
  const none = { uri: '/i', width: 4, height: 6, widths: [] };
  const { container } = render(<Poster source={none} alt="Poster" sizes="4rem" fallback="Salt" />);
  expect(container.querySelector('img')).toBeNull();
  expect(container.textContent).toContain('Salt');
  expect(pictureOf(none as never)).toBeUndefined();
  expect(pictureOf(undefined)).toBeUndefined();
  expect(pictureOf({ ...none, widths: [160], thumbhash: '', extra: 1 } as never)).toEqual({
    ...{ ...none, widths: [160], thumbhash: '' },
  });
  // What a message has beside the point's place stays behind: a page's data is plain.
  const focalPoint = { x: 20, y: 80, $typeName: 'media.v1.FocalPoint' };
  expect(pictureOf({ ...none, widths: [160], thumbhash: '', focalPoint } as never)?.focus).toEqual({ x: 20, y: 80 });
});

test('progress is known or not, and never outside of its bounds', () => {
  const { rerender } = render(<Progress label="Sending" value={41.7} />);
  const bar = () => screen.getByRole('progressbar');
  const width = () => (bar().firstElementChild as HTMLElement).style.width;
  expect([bar().getAttribute('aria-valuenow'), width()]).toEqual(['41', '41.7%']);
  expect(screen.getByText('41%')).toBeTruthy();
  rerender(<Progress label="Sending" value={120} detail="3 of 8 GB" />);
  expect([bar().getAttribute('aria-valuenow'), width()]).toEqual(['100', '100%']);
  expect(screen.getByText('3 of 8 GB')).toBeTruthy();
  rerender(<Progress label="Sending" />);
  expect([bar().getAttribute('aria-valuenow'), width()]).toEqual([null, '']);
  expect(bar().firstElementChild?.classList.contains('w-1/3')).toBe(true);
  expect(screen.queryByText(/%/)).toBeNull();
});

test('a section links to all of it only by a name', () => {
  const { rerender } = render(
    <Section title="Crew" href="/crew">
      …
    </Section>,
  );
  expect(screen.queryByRole('link')).toBeNull();
  rerender(
    <Section title="Crew" href="/crew" more="All crew">
      …
    </Section>,
  );
  expect(screen.getByRole('link', { name: 'All crew' }).getAttribute('href')).toBe('/crew');
});

test.each([
  [{ value: 4.26 }, '4.3 out of 5', ''],
  [{ value: 4.26, count: 1 }, '4.3 out of 5, 1 rating', '4.3 (1)'],
  [{ value: 4, count: 1_200 }, '4.0 out of 5, 1200 ratings', '4.0 (1,200)'],
])('a mean of %j is said and shown', (props, said, shown) => {
  const { container } = render(<StarRating {...props} />);
  const texts = [...container.querySelectorAll('.sr-only, .tabular')].map(({ textContent }) => textContent);
  expect(screen.queryByText(said, { selector: '.sr-only' }) ?? screen.queryByLabelText(said)).toBeTruthy();
  expect(texts.join(' ')).toContain(shown);
  expect((container.querySelector('[style]') as HTMLElement).style.width).toBe(`${(props.value / 5) * 100}%`);
});

test('without ratings no empty stars stand beside the words', () => {
  const { container } = render(<StarRating value={0} count={0} />);
  expect([container.textContent, container.querySelector('svg')]).toEqual(['No ratings yet', null]);
});

test('stars are chosen one by one; those under the pointer show first', () => {
  const onChange = jest.fn();
  const { container, rerender } = render(<StarRatingInput label="Your rating" value={2} onChange={onChange} />);
  const filled = () =>
    new Set(['svg.fill-current', 'label.text-action-ink'].map((look) => container.querySelectorAll(look).length))
      .values()
      .toArray();
  const isChecked = () => screen.getAllByRole('radio').map((one) => (one as HTMLInputElement).checked);
  expect([filled(), screen.getByText('Fair').textContent]).toEqual([[2], 'Fair']);
  for (const name of ['1 star, Poor', '2 stars, Fair']) expect(screen.getByRole('radio', { name })).toBeTruthy();
  expect(isChecked()).toEqual([false, true, false, false, false]);
  const fourth = screen.getAllByRole('radio')[3] as HTMLElement;
  fireEvent.pointerOver(fourth.closest('label') as HTMLElement);
  expect([filled(), screen.getByText('Very good').textContent]).toEqual([[4], 'Very good']);
  fireEvent.click(fourth);
  expect(onChange).toHaveBeenCalledWith(4);
  // A form focuses the first star where none is chosen.
  const first = createRef<HTMLInputElement>();
  rerender(<StarRatingInput label="Your rating" value={0} onChange={onChange} inputRef={first} />);
  expect(isChecked()).toEqual([false, false, false, false, false]);
  expect(first.current).toBe(screen.getAllByRole('radio')[0]);
  // A telephone has no room for the word beside large stars.
  for (const size of ['medium', 'large'] as const) {
    rerender(<StarRatingInput label="Your rating" value={5} onChange={onChange} size={size} />);
    expect(screen.getByText('Very good').classList.contains('max-sm:hidden')).toBe(size === 'large');
  }
});

test('a part that failed offers another try where there is one', () => {
  const { rerender } = render(<ErrorState title="It failed." />);
  expect(screen.queryByRole('button')).toBeNull();
  rerender(<ErrorState title="It failed." action={<button type="button">Leave</button>} />);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Leave']);
  const onRetry = jest.fn();
  rerender(<ErrorState title="It failed." onRetry={onRetry} />);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('tabs in a page begin with the first, or with the one that is given', () => {
  const tabs = ['one', 'two'].map((value) => ({ value, label: value, content: `The content of ${value}` }));
  const onChange = jest.fn();
  const { unmount } = render(<Tabs label="Parts" tabs={tabs} onChange={onChange} />);
  expect(screen.getByRole('tabpanel').textContent).toBe('The content of one');
  fireEvent.click(screen.getByRole('tab', { name: 'two' }));
  expect(onChange).toHaveBeenCalledWith('two');
  unmount();
  render(<Tabs label="Parts" tabs={tabs} value="two" />);
  expect(screen.getByRole('tabpanel').textContent).toBe('The content of two');
});

function PageTabs() {
  const tabs = [
    { to: '/', label: 'Films', count: 0 },
    { to: '/crew', label: 'Crew' },
  ];
  return <TabLinks label="Parts" tabs={tabs} />;
}

test('a tab that is a page counts what is on it, where that is known', () => {
  const Stub = createRoutesStub([{ path: '/', Component: PageTabs }]);
  render(<Stub />);
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Films0', 'Crew']);
});

test('tabs of pages stand on a page that is none of them', () => {
  const Stub = createRoutesStub([{ path: '/else', Component: PageTabs }]);
  render(<Stub initialEntries={['/else']} />);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('aria-current'))).toEqual([null, null]);
});

test('a current tab that lies past the edge of the screen is scrolled to', () => {
  const place = (left: number, width: number) => () => ({ left, width }) as DOMRect;
  const original = Element.prototype.getBoundingClientRect;
  Element.prototype.getBoundingClientRect = function (this: Element) {
    return this.getAttribute('aria-current') === 'page' ? place(500, 80)() : place(20, 350)();
  };
  try {
    const Stub = createRoutesStub([{ path: '/crew', Component: PageTabs }]);
    render(<Stub initialEntries={['/crew']} />);
    expect(screen.getByRole('navigation', { name: 'Parts' }).scrollLeft).toBe(500 - 20 - (350 - 80) / 2);
  } finally {
    Element.prototype.getBoundingClientRect = original;
  }
});

test('a toast offers to take back what was done, and goes when that is taken', async () => {
  const undo = jest.fn();
  render(<Toaster />);
  await act(async () => toast({ message: 'It was removed.', undo }));
  const shown = within((await screen.findByText('It was removed.')).closest('[role]') as HTMLElement);
  await act(async () => void fireEvent.click(shown.getByRole('button', { name: 'Undo' })));
  expect(undo).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByText('It was removed.')).toBeNull());
  await act(async () => toast({ message: 'It was saved.' }));
  const saved = (await screen.findByText('It was saved.')).closest('[role]') as HTMLElement;
  expect(within(saved).queryByRole('button', { name: 'Undo' })).toBeNull();
});

test.each([
  ['neutral', [], 1],
  ['good', ['text-good-ink'], 1],
  ['danger', ['text-danger-ink'], 2],
] as const)(
  'a %s toast has the mark of its tone, and only an urgent one is announced at once',
  async (tone, marks, times) => {
    render(<Toaster />);
    await act(async () => toast({ message: `A ${tone} end.`, tone }));
    const all = await screen.findAllByText(`A ${tone} end.`);
    expect(all).toHaveLength(times);
    const shown = all.map((one) => one.closest('[role=dialog], [role=alertdialog]')).find(Boolean) as HTMLElement;
    const looks = [...shown.querySelectorAll('svg')].flatMap((icon) => [...icon.classList]);
    expect(looks.filter((look) => /^text-/.test(look))).toEqual(marks);
    // There is nothing to take back: its button is not there.
    const buttons = [...shown.querySelectorAll('button:not(.hidden)')];
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['Dismiss']);
  },
);

test('what destroys something is in the colour of danger in a menu', async () => {
  render(
    <Menu trigger={<button type="button">More</button>}>
      <MenuItem onSelect={() => {}}>Rename</MenuItem>
      <MenuItem onSelect={() => {}} destructive>
        Delete
      </MenuItem>
    </Menu>,
  );
  await press('More');
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => item.classList.contains('text-danger-ink'))).toEqual([false, true]);
});

test('a menu lies in the main landmark of its page, and one of a dialog stays with the dialog [SET-14:menus]', async () => {
  const menu = (
    <Menu trigger={<button type="button">More</button>}>
      <MenuItem onSelect={() => {}}>Rename</MenuItem>
    </Menu>
  );
  const { unmount } = render(<main id="main">{menu}</main>);
  await press('More');
  expect(within(screen.getByRole('main')).getByRole('menu')).toBeTruthy();
  unmount();
  render(
    <main id="main">
      <Dialog open title="?">
        {menu}
      </Dialog>
    </main>,
  );
  await press('More');
  expect((await screen.findByRole('menu')).closest('main')).toBeNull();
});

test('a moment is in UTC, and says so, until the browser is there, which knows the zone of its viewer', () => {
  const date = new Date('2026-11-20T12:00:00Z');
  const rendered = renderToString(<Moment date={date} />);
  expect(rendered).toContain(formatMoment(date, 'UTC'));
  render(<Moment date={date} />);
  expect(screen.getByRole('time').textContent).toBe(formatMoment(date));
  expect(rendered).not.toContain(`>${formatMoment(date)}<`);
});

import { Code } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { CreditConfirmation, Department } from '@marquee/contracts/film/v1/film_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aClaim, aCrewEntry, aPerson, FILM_ID } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { doing, later, press, seeToast, showPage, type } from '../../testing/show-page.tsx';
import { type CrewView, crewView } from './crew-view.ts';
import { StudioCredits } from './studio-credits.tsx';

type Entry = ReturnType<typeof aCrewEntry>;
const ines = aCrewEntry();
const cast = (id: string, firstName: string) =>
  aCrewEntry({ id, credit: 'Cast', department: Department.CAST, firstName, lastName: 'Wei', role: 'The ferryman' });
const li = cast('c2', 'Li');

beforeEach(() => sessionStorage.clear());

const Loaded = ({ loaderData }: { loaderData: CrewView[] }) => (
  <StudioCredits film={{ id: FILM_ID, title: 'Salt' }} crew={loaderData} byText />
);

/** With the credits that `crew` holds whenever they are loaded. */
async function open(crew: Entry[], answers: Answers = {}) {
  let loads = 0;
  const all = { listCreditClaims: () => ({ claims: [] }), ...answers };
  const calls = await showPage(Loaded, {
    ...{ at: `/content/${FILM_ID}/credits`, path: '/content/:filmId/credits', viewer: aPerson(), answers: all },
    loader: () => {
      loads += 1;
      return crew.map(crewView);
    },
  });
  return { ...calls, reloads: () => loads - 1 };
}
const names = (list = 'Cast') =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((line) => line.querySelector('a')?.textContent);

test('credits stand in their departments, those of a film that nobody sees yet as well [STU-03:credits]', async () => {
  await open([ines, li, cast('c3', 'Rui')]);
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    ...['Add a credit', 'Direction', 'Cast'],
  ]);
  expect(names('Direction')).toEqual(['Inês Carvalho']);
  expect(names()).toEqual(['Li Wei', 'Rui Wei']);
  // There is nothing to order in a department of one.
  expect(screen.queryByRole('button', { name: 'Move Inês Carvalho' })).toBeNull();
});

test.each([
  [CreditConfirmation.WAITING, 'Waiting for confirmation'],
  [CreditConfirmation.CONFIRMED, 'Confirmed'],
  [CreditConfirmation.DECLINED, 'Declined'],
])('the creator sees what somebody whom they named answered (%d) [FLM-05:consent]', async (confirmation, text) => {
  await open([aCrewEntry({ confirmation })]);
  expect(screen.getByText(text)).toBeTruthy();
  await open([ines]);
  expect(screen.queryByText(text)).toBeNull();
});

test('a credit moves by buttons, one place a press, and keeps the focus at an end [FLM-05:move]', async () => {
  const answer = later<object>();
  const { sent } = await open([li, cast('c3', 'Rui'), cast('c4', 'Ana')], {
    orderCrew: inTurn<unknown[], unknown>(answer.answer, () => ({})) as never,
  });
  const button = (name: string) => screen.getByRole('button', { name });
  const isOff = (name: string) => button(name).getAttribute('aria-disabled') === 'true';
  expect([isOff('Move up Li Wei'), isOff('Move down Ana Wei'), isOff('Move down Li Wei')]).toEqual([true, true, false]);
  button('Move down Rui Wei').focus();
  await press('Move down Rui Wei');
  expect(names()).toEqual(['Li Wei', 'Ana Wei', 'Rui Wei']);
  expect(screen.getByText('Rui Wei, place 3 of 3.').getAttribute('role')).toBe('status');
  expect(document.activeElement).toBe(button('Move down Rui Wei'));
  // Until the order is saved nothing else moves.
  await press('Move up Rui Wei');
  expect(sent('orderCrew')).toHaveLength(1);
  await answer.resolve({});
  await press('Move down Rui Wei');
  await press('Move up Rui Wei');
  await waitFor(() => expect(names()).toEqual(['Li Wei', 'Rui Wei', 'Ana Wei']));
  expect(sent('orderCrew').map(({ crewIds }) => crewIds)).toEqual([
    ['c2', 'c4', 'c3'],
    ['c2', 'c3', 'c4'],
  ]);
});

test('removing a credit names it and asks first [FLM-05:remove]', async () => {
  const { sent } = await open([ines, li], { removeCrew: () => ({}) });
  await press('Remove Li Wei');
  const dialog = await screen.findByRole('dialog', { name: 'Remove Li Wei?' });
  expect(dialog.textContent).toContain('The credit “Cast” disappears from “Salt”.');
  expect(sent('removeCrew')).toEqual([]);
  await press('Remove credit');
  await seeToast('Li Wei was removed from the crew.');
  expect(sent('removeCrew')).toEqual([expect.objectContaining({ filmId: FILM_ID, crewId: 'c2' })]);
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Cast' })).toBeNull());
  expect(names('Direction')).toEqual(['Inês Carvalho']);
});

test('a credit that could not be removed stays, and can be removed by another try', async () => {
  const answer = later<object>();
  const removeCrew = inTurn<unknown[], unknown>(failing, answer.answer);
  await open([ines, li], { removeCrew: removeCrew as never });
  await press('Remove Inês Carvalho');
  await press('Remove credit');
  await seeToast('We failed to remove this credit. Please try again later.');
  expect(screen.getByRole('dialog', { name: 'Remove Inês Carvalho?' })).toBeTruthy();
  await press('Remove credit');
  expect(screen.getByRole('button', { name: /Remove credit/ }).getAttribute('aria-busy')).toBe('true');
  await answer.resolve({});
  await waitFor(() => expect(names()).toEqual(['Li Wei']));
  expect(screen.queryByRole('dialog', { name: /^Remove/ })).toBeNull();
});

const add = () => press(/Add to the crew/);

test('people are added one after the other; the credit stays, the cursor goes to the next name [FLM-05:add]', async () => {
  sessionStorage.clear();
  const { sent } = await open([], { addCrew: () => ({ entry: li }) });
  expect(screen.getByText('No cast and crew listed yet')).toBeTruthy();
  await type('Credit', 'Cast');
  await type('First name', 'Li');
  await type('Last name', 'Wei');
  await type(/^Role/, 'The ferryman');
  await add();
  await seeToast('Li Wei was added.');
  expect(screen.getByText('Cast · The ferryman')).toBeTruthy();
  expect(sent('addCrew')).toEqual([
    expect.objectContaining({
      filmId: FILM_ID,
      credit: 'Cast',
      firstName: 'Li',
      lastName: 'Wei',
      role: 'The ferryman',
      personId: '',
    }),
  ]);
  const value = (label: string | RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value;
  expect([value('Credit'), value('First name'), value('Last name'), value(/^Role/)]).toEqual(['Cast', '', '', '']);
  expect(document.activeElement).toBe(screen.getByLabelText('First name'));
});

test('credit and names are required, and the first error has the focus [FLM-05:add]', async () => {
  sessionStorage.clear();
  const { sent } = await open([], { addCrew: () => ({}) });
  await add();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Credit')));
  for (const label of ['Credit', 'First name', 'Last name']) {
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
  }
  expect(sent('addCrew')).toEqual([]);
});

test('a person who was not added stays in the form [FLM-05:add]', async () => {
  sessionStorage.clear();
  await open([], { addCrew: failing });
  await type('Credit', 'Cast');
  await type('First name', 'Li');
  await type('Last name', 'Wei');
  await add();
  expect((await screen.findByRole('alert')).textContent).toBe('We failed to add this person. Please try again later.');
  expect((screen.getByLabelText('First name') as HTMLInputElement).value).toBe('Li');
  expect(screen.queryByText('Li Wei was added.')).toBeNull();
});

test('a credit whose claim was accepted is loaded as it is now [FLM-05:claims]', async () => {
  const listCreditClaims = () => ({ claims: [aClaim(), aClaim({ id: 'k2' })] });
  const crew = [ines];
  const { reloads } = await open(crew, { listCreditClaims, decideCreditClaim: () => ({}) });
  const decide = async (name: string) => {
    const [button] = await screen.findAllByRole('button', { name });
    await doing(() => fireEvent.click(button as HTMLElement));
  };
  await decide('Decline the claim of Li Wei');
  await seeToast('The claim of Li Wei was declined.');
  expect(reloads()).toBe(0);
  crew.push(li);
  await decide('Accept the claim of Li Wei');
  await seeToast('Li Wei was credited.');
  await waitFor(() => expect(names()).toEqual(['Li Wei']));
  expect(reloads()).toBe(1);
});

const search = async (text: string) => {
  await press('Show Account on Marquee');
  const target = { value: text };
  await doing(() => fireEvent.input(screen.getByLabelText(/^Account on Marquee/), { target, inputType: 'insertText' }));
};
const choose = async (name: string) => {
  const option = await screen.findByRole('option', { name });
  await doing(() => fireEvent.click(option));
};
const value = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;
const people = [
  { id: 'p1', firstName: 'Ana', lastName: 'Souto' },
  { id: 'p2', firstName: 'Anatole', lastName: 'Wei' },
];

test('somebody with an account is found by name, fills in the names, and is asked [FLM-05:picker]', async () => {
  const asked = aCrewEntry({ confirmation: CreditConfirmation.WAITING });
  const { sent } = await open([], { searchPeople: () => ({ people }), addCrew: () => ({ entry: asked }) });
  await type('Credit', 'Directed by');
  await search('an');
  await choose('Ana Souto');
  expect(sent('searchPeople')).toEqual([expect.objectContaining({ query: 'an', pageSize: 8 })]);
  expect([value('First name'), value('Last name')]).toEqual(['Ana', 'Souto']);
  await add();
  await seeToast('Ana Souto was added. We asked them to confirm.');
  expect(sent('addCrew')).toEqual([expect.objectContaining({ personId: 'p1', firstName: 'Ana', lastName: 'Souto' })]);
  expect((screen.getByLabelText(/^Account on Marquee/) as HTMLInputElement).value).toBe('');
});

test('names that were typed stay when an account is chosen [FLM-05:picker]', async () => {
  await open([], { searchPeople: () => ({ people }) });
  await type('First name', 'Annie');
  await search('an');
  await choose('Ana Souto');
  expect([value('First name'), value('Last name')]).toEqual(['Annie', '']);
});

test.each([
  ['nobody', () => ({ people: [] }), 'Nobody with an account has this name.'],
  ['a failure', failing, 'We failed to search for people. Please try again.'],
])('a search for an account that finds %s says so [FLM-05:picker]', async (_what, searchPeople, text) => {
  await open([], { searchPeople });
  await search('zz');
  expect(await screen.findByText(new RegExp(text))).toBeTruthy();
});

const ROW_PX = 60;

/** Lines stand one below the other, which jsdom does not lay out. */
function layOutLines() {
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const line = this.closest('ol > li');
    const place = line ? [...(line.parentElement?.children ?? [])].indexOf(line) : 0;
    return new DOMRect(0, place * ROW_PX, 400, ROW_PX);
  });
}

const key = async (code: string) => {
  await doing(() => fireEvent.keyDown(document.activeElement ?? document.body, { code }));
  // The library hears the next key after a turn of the event loop.
  await doing(() => new Promise((resolve) => setTimeout(resolve)));
};

/** Moves somebody by the keyboard alone. */
async function move(name: string, ...arrows: string[]) {
  await doing(() => screen.getByRole('button', { name: `Move ${name}` }).focus());
  await key('Space');
  for (const arrow of arrows) await key(arrow);
  await key('Space');
}

describe('the billing order', () => {
  const trio = [cast('a', 'Ada'), cast('b', 'Bo'), cast('c', 'Cy')];
  beforeEach(layOutLines);
  afterEach(() => jest.restoreAllMocks());

  test('is set by the keyboard, shows at once, and is undone [FLM-05:order]', async () => {
    const answer = later<object>();
    const orderCrew = inTurn<unknown[], unknown>(answer.answer, () => ({}));
    const { sent } = await open([ines, ...trio], { orderCrew: orderCrew as never });
    await move('Cy Wei', 'ArrowUp', 'ArrowUp');
    expect(names()).toEqual(['Cy Wei', 'Ada Wei', 'Bo Wei']);
    expect(sent('orderCrew')).toEqual([
      expect.objectContaining({
        ...{ filmId: FILM_ID, department: Department.CAST },
        ...{ crewIds: ['c', 'a', 'b'], seenCrewIds: ['a', 'b', 'c'] },
      }),
    ]);
    await answer.resolve({});
    await seeToast('The order was saved.');
    await press('Undo');
    await waitFor(() => expect(names()).toEqual(['Ada Wei', 'Bo Wei', 'Cy Wei']));
    expect(sent('orderCrew')[1]).toMatchObject({ crewIds: ['a', 'b', 'c'], seenCrewIds: ['c', 'a', 'b'] });
    await seeToast('The order is as it was.');
  });

  test('that was not saved is taken back, says why, and is loaded as it is now [FLM-05:order]', async () => {
    const message = 'The credits were changed in the meantime. They are shown as they are now.';
    const { sent, reloads } = await open(trio, { orderCrew: refusing(Code.FailedPrecondition, { message }) });
    await move('Ada Wei', 'ArrowDown');
    expect(sent('orderCrew')[0]).toMatchObject({ crewIds: ['b', 'a', 'c'] });
    await seeToast(message);
    expect(names()).toEqual(['Ada Wei', 'Bo Wei', 'Cy Wei']);
    expect(reloads()).toBe(1);
  });

  test('stays when a move is given up, and each step of it is announced [FLM-05:order]', async () => {
    const { sent } = await open(trio);
    await doing(() => screen.getByRole('button', { name: 'Move Bo Wei' }).focus());
    await key('Space');
    expect(screen.getByText('Bo Wei, place 2 of 3.')).toBeTruthy();
    await key('ArrowDown');
    expect(screen.getByText('Bo Wei, place 3 of 3.')).toBeTruthy();
    await key('Escape');
    expect(screen.getByText('Bo Wei stays, place 2 of 3.')).toBeTruthy();
    expect(names()).toEqual(['Ada Wei', 'Bo Wei', 'Cy Wei']);
    expect(sent('orderCrew')).toEqual([]);
  });
});

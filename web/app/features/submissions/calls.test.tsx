import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import {
  CallSchema,
  CallState,
  DeadlineKind,
  ListFestivalCallsResponseSchema,
} from '@marquee/contracts/festival/v1/calls_pb';
import { JUDGING_LIMITS, JUDGING_MESSAGES } from '@marquee/rules/judging';
import { SUBMISSION_MESSAGES } from '@marquee/rules/submissions';
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { atEnd } from '@marquee/testing/cleanup';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { address, doing, later, press, seeToast, showPage, type } from '../../testing/show-page.tsx';
import { CallDesk } from './call-desk.tsx';
import { CallForm } from './call-form.tsx';
import { CallPage } from './call-page.tsx';
import { feeOf } from './call-texts.ts';
import { CallsDesk } from './calls-desk.tsx';
import { FestivalCalls } from './festival-calls.tsx';

const at = (iso: string) => timestampFromDate(new Date(iso));
const shorts = { id: 'k1', name: 'Shorts', earlyFee: 1_000n, regularFee: 2_000n, lateFee: 3_050n, studentFee: 500n };
const docs = { id: 'k2', name: 'Documentaries', earlyFee: 0n, regularFee: 2_500n, lateFee: 0n };
const aCall = (part: object = {}) =>
  create(CallSchema, {
    ...{ id: 'c1', festivalId: 'f1', festivalName: 'Lumen', title: 'Shorts 2027', state: CallState.OPEN, version: 3n },
    ...{ description: 'Films about rivers.', timeZone: 'Europe/Lisbon', regularEndsAt: at('2027-02-01T12:00:00Z') },
    categories: [shorts, docs],
    ...part,
  });
const tone = (text: string) => /text-(\w+)-/.exec(screen.getByText(text).className)?.[1];
const value = (label: string | RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value;

describe('the public page of a call', () => {
  test('names its deadlines, what each category costs, and what it takes [FES-09:page]', async () => {
    const projectTypes = ['SHORT'];
    const call = aCall({
      projectTypes,
      minutesMax: 40,
      countries: ['PT', 'ES'],
      earlyEndsAt: at('2027-01-01T12:00:00Z'),
    });
    await showPage(<CallPage call={call} />);
    expect(screen.getByText('Films about rivers.')).toBeTruthy();
    expect(screen.getByText('Short films only. Up to 40 minutes. From these countries: PT, ES.')).toBeTruthy();
    const days = within(screen.getByRole('region', { name: 'Deadlines' })).getAllByRole('listitem');
    expect(days.map((line) => line.querySelector('span')?.textContent)).toEqual(['Early deadline', 'Regular deadline']);
    expect(days[1]?.textContent).toContain('Feb 01, 2027 at 12:00\u00a0PM');
    expect(days[1]?.textContent).toContain('(Europe/Lisbon) at the festival');
    expect(screen.getByText('Early: $10.00 · Regular: $20.00 · Students: $5.00')).toBeTruthy();
    expect(screen.getByText('Early: Free · Regular: $25.00')).toBeTruthy();
    expect(tone('Open')).toBe('good');
  });

  test.each([
    [{ projectTypes: ['FEATURE'] }, 'Feature films only.'],
    [{ projectTypes: ['SHORT', 'FEATURE'], minutesMax: 1 }, 'Up to 1 minutes.'],
    [{ lateEndsAt: at('2027-03-01T12:00:00Z') }, 'Regular: $20.00 · Late: $30.50 · Students: $5.00'],
  ])('a rule that a call has not is not named: %#', async (part, text) => {
    await showPage(<CallPage call={aCall(part)} />);
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByText(/countries/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Submit a film' })).toBeTruthy();
  });

  test('without a text and rules it shows neither, and a visitor who submits signs in first', async () => {
    await showPage(<CallPage call={aCall({ description: '' })} />);
    expect(screen.queryByText(/only\.|Up to/)).toBeNull();
    await press('Submit a film');
    expect(address()).toBe(`/sign-in?${new URLSearchParams({ returnTo: '/festivals/f1/calls/c1' })}`);
  });

  test.each([
    [CallState.CLOSED, 'Closed', 'Nothing can be submitted any more.'],
    [CallState.CANCELLED, 'Cancelled', 'This call was cancelled.'],
  ])('nothing is submitted to a call that is not open: %s', async (state, name, text) => {
    await showPage(<CallPage call={aCall({ state })} />);
    expect(screen.getByText(text)).toBeTruthy();
    expect(tone(name)).toBe('ink');
    expect(screen.queryByRole('button', { name: 'Submit a film' })).toBeNull();
  });

  test.each([
    [DeadlineKind.EARLY, 1_000n],
    [DeadlineKind.REGULAR, 2_000n],
    [DeadlineKind.LATE, 3_050n],
  ])('the fee is that of the deadline that is next: %s', (deadline, fee) => {
    expect(feeOf(aCall({ deadline }), aCall().categories[0] as never)).toBe(fee);
  });
});

test('the calls of a festival stand on its page, the open ones in their colour; nothing without any', async () => {
  const closesAt = at('2027-02-01T12:00:00Z');
  const calls = [
    { ...aCall(), closesAt },
    { ...aCall(), id: 'c2', title: 'Features', state: CallState.CLOSED },
  ];
  const { sent } = await showPage(<FestivalCalls festivalId="f1" />, { answers: { listCalls: () => ({ calls }) } });
  const list = await screen.findByRole('region', { name: 'Calls for submissions' });
  expect(within(list).getByRole('link', { name: 'Features' }).getAttribute('href')).toBe('/festivals/f1/calls/c2');
  expect(within(list).getAllByText(/^Last deadline:/)).toHaveLength(1);
  expect([tone('Open'), tone('Closed')]).toEqual(['good', 'ink']);
  expect(sent('listCalls')).toMatchObject([{ festivalId: 'f1' }]);
  const none = await showPage(<FestivalCalls festivalId="f1" />, { answers: { listCalls: () => ({}) } });
  await waitFor(() => expect(none.sent('listCalls')).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Calls for submissions' })).toBeNull();
});

describe('the calls of an organization', () => {
  const desk = (part: object) => create(ListFestivalCallsResponseSchema, { takesSubmissions: true, ...part });
  const NEW = 'New call for submissions';

  test('stand with what was submitted; who manages adds one', async () => {
    const closed = aCall({
      id: 'c2',
      title: 'Features',
      state: CallState.CLOSED,
      closesAt: at('2027-02-01T12:00:00Z'),
    });
    const calls = [{ call: aCall(), submitted: 1, undecided: 1 }, { call: closed, submitted: 7 }, {}];
    await showPage(<CallsDesk festivalId="f1" desk={desk({ calls, canManage: true })} />);
    expect(screen.getByRole('link', { name: 'Shorts 2027' }).getAttribute('href')).toBe('/user/orgs/f1/calls/c1');
    expect(screen.getByText('One film, 1 undecided')).toBeTruthy();
    expect(screen.getByText('7 films, 0 undecided')).toBeTruthy();
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    expect(screen.getAllByText(/^Last deadline:/)).toHaveLength(1);
    expect([tone('Open'), tone('Closed')]).toEqual(['good', 'ink']);
    expect(screen.getByRole('link', { name: NEW }).getAttribute('href')).toBe('/user/orgs/f1/calls/new/edit');
  });

  test('are empty, are none of a kind that takes no submissions, and are not added by who only reads', async () => {
    await showPage(<CallsDesk festivalId="f1" desk={desk({})} />);
    expect(screen.getByText('No calls yet')).toBeTruthy();
    expect(screen.queryByRole('link', { name: NEW })).toBeNull();
    await showPage(<CallsDesk festivalId="f1" desk={desk({ takesSubmissions: false, canManage: true })} />);
    expect(screen.getByText(SUBMISSION_MESSAGES.noSubmissions)).toBeTruthy();
    expect(screen.queryByRole('link', { name: NEW })).toBeNull();
  });
});

describe('the form of a call', () => {
  const open = async (call: ReturnType<typeof aCall> | undefined, answers: Answers = {}) => {
    const saved: unknown[] = [];
    const form = <CallForm festivalId="f1" call={call} onSaved={(made) => saved.push(made?.id)} />;
    return { ...(await showPage(form, { answers })), saved };
  };
  const submit = (name: string) => press(name);

  test('sends a new call: deadlines by the clocks of its zone, fees in cents [FES-09:call-form]', async () => {
    let isRefused = true;
    const { sent, saved } = await open(undefined, {
      saveCall: () => (isRefused ? failing() : { call: { id: 'c9' } }),
    });
    await submit('Save as a draft');
    expect(screen.getByText('Please enter a title of 2 to 90 characters.')).toBeTruthy();
    expect(screen.getByText(SUBMISSION_MESSAGES.deadline)).toBeTruthy();
    expect(sent('saveCall')).toEqual([]);
    await type('Title', 'Rivers');
    await type('Time zone', 'Europe/Lisbon');
    await type('Films', 'FEATURE');
    await type(/^Longest in minutes/, '90');
    await type(/^Description/, 'Long ones.');
    await type('Regular deadline', '2027-07-01T12:00');
    await type('Category', 'Features');
    expect(screen.queryByLabelText('Early fee')).toBeNull();
    expect(screen.queryByLabelText('Late fee')).toBeNull();
    await type(/^Early deadline/, '2027-06-01T12:00');
    await type(/^Late deadline/, '2027-08-01T12:00');
    await type('Early fee', '10,5');
    await type('Regular fee', '20');
    await type('Late fee', '30.25');
    await press('Add a question');
    await type('Question', 'Where?');
    await doing(() => fireEvent.click(screen.getByRole('checkbox', { name: 'An answer is needed' })));
    await submit('Save as a draft');
    expect(await screen.findByText('We failed to save the call. Please try again.')).toBeTruthy();
    expect([value('Title'), saved]).toEqual(['Rivers', []]);
    isRefused = false;
    await submit('Save as a draft');
    await waitFor(() => expect(saved).toEqual(['c9']));
    expect(sent('saveCall').at(-1)).toMatchObject({
      ...{ festivalId: 'f1', callId: '', expectedVersion: 0n, title: 'Rivers', description: 'Long ones.' },
      ...{ projectTypes: ['FEATURE'], minutesMax: 90, countries: [], timeZone: 'Europe/Lisbon' },
      ...{ earlyEndsAt: at('2027-06-01T11:00:00Z'), regularEndsAt: at('2027-07-01T11:00:00Z') },
      lateEndsAt: at('2027-08-01T11:00:00Z'),
      categories: [{ id: '', name: 'Features', earlyFee: 1_050n, regularFee: 2_000n, lateFee: 3_025n }],
      questions: [{ id: '', text: 'Where?', required: true }],
    });
    expect(sent('saveCall').at(-1)?.categories).not.toMatchObject([{ studentFee: expect.anything() }]);
  });

  test('begins with what the call has, and sends only the deadlines and fees that it still has', async () => {
    const part = { projectTypes: ['SHORT'], minutesMax: 40, earlyEndsAt: at('2027-01-01T12:00:00Z') };
    const { sent } = await open(aCall({ ...part, questions: [{ id: 'q1', text: 'Where?' }] }), {
      saveCall: () => ({ call: { id: 'c1' } }),
    });
    expect([value('Title'), value('Films'), value(/^Longest/)]).toEqual(['Shorts 2027', 'SHORT', '40']);
    expect([value(/^Early deadline/), value(/^Late deadline/)]).toEqual(['2027-01-01T12:00', '']);
    const students = screen.getAllByLabelText(/^Fee of students/).map((field) => (field as HTMLInputElement).value);
    expect(students).toEqual(['5.00', '']);
    await doing(() =>
      fireEvent.click(screen.getAllByRole('button', { name: 'Remove the category' })[1] as HTMLElement),
    );
    await press('Remove the question');
    await type(/^Early deadline/, '');
    await submit('Save the call');
    await waitFor(() => expect(sent('saveCall')).toHaveLength(1));
    const [request] = sent('saveCall');
    expect(request).toMatchObject({
      ...{ callId: 'c1', expectedVersion: 3n, projectTypes: ['SHORT'], minutesMax: 40, questions: [] },
      categories: [{ id: 'k1', name: 'Shorts', earlyFee: 0n, regularFee: 2_000n, lateFee: 0n, studentFee: 500n }],
    });
    expect([request?.earlyEndsAt, request?.lateEndsAt]).toEqual([undefined, undefined]);
  });

  test('names a fee that is none, and a category too few', async () => {
    const { sent } = await open(aCall({ categories: [shorts] }));
    await press('Add a category');
    expect(screen.getAllByLabelText('Category')).toHaveLength(2);
    await submit('Save the call');
    expect(screen.getByText(SUBMISSION_MESSAGES.categoryName)).toBeTruthy();
    await doing(() =>
      fireEvent.click(screen.getAllByRole('button', { name: 'Remove the category' })[1] as HTMLElement),
    );
    await type('Regular fee', '12.345');
    await submit('Save the call');
    expect(screen.getByText(SUBMISSION_MESSAGES.fee)).toBeTruthy();
    await press('Remove the category');
    await submit('Save the call');
    expect(screen.getByText(SUBMISSION_MESSAGES.categories)).toBeTruthy();
    expect(sent('saveCall')).toEqual([]);
  });
});

describe('the desk of a call', () => {
  const open = (part: object, answers: Answers = {}, mayEdit = true) => {
    const desk = <CallDesk call={aCall(part)} mayEdit={mayEdit} judging={{ judges: [] } as never} mails={[]} />;
    return showPage(desk, {
      ...{ at: '/user/orgs/f1/calls/c1', path: '/user/orgs/f1/calls/c1' },
      answers: { listSubmissions: () => ({}), ...answers },
    });
  };
  const confirm = async (title: string, label: string) => {
    const dialog = await screen.findByRole('dialog', { name: title });
    await doing(() => fireEvent.click(within(dialog).getByRole('button', { name: label })));
  };

  test.each([
    [{ state: CallState.DRAFT }, ['Delete', 'Open the call'], ['Edit']],
    [{ state: CallState.OPEN }, ['Cancel the call'], ['Public page', 'Edit']],
    [{ state: CallState.CLOSED }, ['Cancel the call'], ['Public page', 'Edit']],
    [{ state: CallState.CANCELLED }, [], ['Public page']],
  ])('offers what its state allows: %j', async (part, buttons, links) => {
    await open(part);
    const header = within(screen.getByRole('banner'));
    expect(header.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons);
    const named = header.getAllByRole('link').map(({ textContent }) => textContent);
    expect(['Public page', 'Edit'].filter((name) => named.includes(name))).toEqual(links);
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      ...['Films', 'Judging', 'Decisions', 'Waivers'],
    ]);
  });

  test('offers nothing to who only reads', async () => {
    await open({}, {}, false);
    expect(screen.queryByRole('button', { name: 'Cancel the call' })).toBeNull();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Films', 'Judging']);
    expect(tone('Open')).toBe('good');
  });

  test('opens a draft after a question, deletes it and leaves, and cancels an open call', async () => {
    const opening = later<object>();
    const { sent } = await open({ state: CallState.DRAFT }, { openCall: opening.answer, deleteCall: () => ({}) });
    expect(tone('Draft')).toBe('ink');
    await press('Open the call');
    await confirm('Open the call?', 'Open the call');
    const dialog = screen.getByRole('dialog', { name: 'Open the call?' });
    const [, confirming] = within(dialog).getAllByRole('button') as HTMLButtonElement[];
    expect(confirming?.getAttribute('aria-busy') ?? String(confirming?.disabled)).toBe('true');
    await opening.resolve({});
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('openCall')).toMatchObject([{ callId: 'c1' }]);
    expect(address()).toBe('/user/orgs/f1/calls/c1');
    await press('Delete');
    await confirm('Delete the draft “Shorts 2027”?', 'Delete');
    await waitFor(() => expect(address()).toBe('/user/orgs/f1/calls'));
    expect([sent('deleteCall').length, sent('cancelCall').length]).toEqual([1, 0]);
    const other = await open({}, { cancelCall: refusing(Code.FailedPrecondition, { message: 'Too late.' }) });
    await press('Cancel the call');
    await confirm('Cancel the call “Shorts 2027”?', 'Cancel the call');
    await seeToast('Too late.');
    expect(other.sent('cancelCall')).toMatchObject([{ callId: 'c1' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('a question that is answered with Cancel changes nothing', async () => {
    const { sent } = await open({});
    await press('Cancel the call');
    await confirm('Cancel the call “Shorts 2027”?', 'Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('cancelCall')).toEqual([]);
  });

  const rows = (part: object) => ({
    listSubmissions: () => ({ submissions: [{ id: 's1', filmTitle: 'Salt', state: 3, judges: 2, ...part }] }),
  });

  test.each([
    [{ decision: 1, judged: 0 }, 'Selected', 'good', '0 of 2 judges'],
    [{ decision: 2, judged: 2, mean: 3, spread: 1 }, 'Not selected', 'ink', 'Mean 3.00, spread 1.00, 2 of 2 judges'],
    [{ state: 4, decision: 1 }, 'Withdrawn', 'good', '0 of 2 judges'],
  ])('a row says how it stands: %j', async (part, badge, colour, judged) => {
    await open({}, rows(part), false);
    await screen.findByText('Salt');
    expect(tone(badge)).toBe(colour);
    expect(screen.getByText(judged)).toBeTruthy();
    expect(screen.queryByText('Mailed')).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.getByRole('link', { name: 'Watch' }).getAttribute('href')).toBe('/judging/films/s1/watch');
  });

  test('a row names who made it, how long it is, and that its maker has the mail', async () => {
    const part = {
      makerName: 'Ines',
      categoryName: 'Shorts',
      runningTime: 600,
      notifiedAt: at('2027-02-03T00:00:00Z'),
    };
    await open({}, rows(part));
    expect(await screen.findByText('Ines · Shorts · 10 min')).toBeTruthy();
    expect(screen.getByText('Mailed')).toBeTruthy();
    await open({}, rows({ filmTitle: '', state: 4 }));
    expect(await screen.findByText('A film that is gone')).toBeTruthy();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('the order is asked for again; a choice is taken back; a refusal keeps the choice', async () => {
    const { sent } = await open({}, { ...rows({}), decideSubmissions: failing });
    const box = async () => (await screen.findByRole('checkbox', { name: 'Salt' })) as HTMLInputElement;
    fireEvent.click(await box());
    expect(screen.getByText('1 chosen')).toBeTruthy();
    fireEvent.click(await box());
    expect(screen.getByText('0 chosen')).toBeTruthy();
    fireEvent.click(await box());
    await press('On the waiting list');
    await seeToast('We failed to change the submissions. Please try again.');
    expect((await box()).checked).toBe(true);
    expect(screen.queryByLabelText('Give to a judge')).toBeNull();
    await type('Order', '2');
    await waitFor(() => expect(sent('listSubmissions').map(({ order }) => order)).toContain(2));
    expect(await screen.findByText('0 chosen')).toBeTruthy();
    expect(JUDGING_LIMITS.atOnceMax).toBe(100);
  });

  test('no more are chosen than are decided at once, and each can be taken back', async () => {
    const limit = jest.replaceProperty(JUDGING_LIMITS as { atOnceMax: number }, 'atOnceMax', 2);
    atEnd(() => limit.restore());
    const submissions = ['Salt', 'Amber', 'Storm'].map((filmTitle, n) => ({ id: `s${n}`, filmTitle, state: 3 }));
    await open({}, { listSubmissions: () => ({ submissions }) });
    await screen.findByText('Salt');
    const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox');
    const toggle = (n: number) => doing(() => fireEvent.click(boxes()[n] as HTMLElement));
    await toggle(0);
    expect(screen.queryByText(JUDGING_MESSAGES.submissions)).toBeNull();
    await toggle(1);
    expect(screen.getByText(JUDGING_MESSAGES.submissions)).toBeTruthy();
    expect(boxes().map(({ checked, disabled }) => [checked, disabled])).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ]);
    await toggle(1);
    await toggle(2);
    expect(boxes().map(({ checked }) => checked)).toEqual([true, false, true]);
  });
});

import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { CallSchema, CallState, DeadlineKind } from '@marquee/contracts/festival/v1/calls_pb';
import { type DecisionMail, ListDecisionMailsResponseSchema } from '@marquee/contracts/festival/v1/submission_desk_pb';
import {
  ListOwnSubmissionsResponseSchema,
  SubmissionDecision,
  SubmissionState,
} from '@marquee/contracts/festival/v1/submissions_pb';
import { OrderState, PaymentStep } from '@marquee/contracts/film/v1/checkout_pb';
import { ConsumerType } from '@marquee/contracts/identity/v1/account_pb';
import { JUDGING_MESSAGES } from '@marquee/rules/judging';
import { SUBMISSION_MESSAGES } from '@marquee/rules/submissions';
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { aPerson, aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { passing, pauseTimeouts, settledUntil } from '../../testing/paused-timeouts.ts';
import { doing, later, press, seeToast, showPage, type } from '../../testing/show-page.tsx';

const Watching = ({ film, back }: { film: { id: string; title: string }; back: string }) => (
  <p>{`${film.id} ${film.title} ${back}`}</p>
);
jest.unstable_mockModule('../player/watch-page.tsx', () => ({ WatchPage: Watching }));
const { DecisionMails } = await import('./decision-mails.tsx');
const { OwnSubmissions } = await import('./own-submissions.tsx');
const { ProgrammeChoice } = await import('./programme-choice.tsx');
const { ScreeningPage } = await import('./screening-page.tsx');
const { SubmissionForm } = await import('./submission-form.tsx');
const { WaiversDesk } = await import('./waivers-desk.tsx');

const tone = (text: string) => /text-(\w+)-/.exec(screen.getByText(text).className)?.[1];
const busy = (name: string) => screen.getByRole('button', { name: new RegExp(`${name}$`), busy: true });
const inDialog = async (title: string, button: string) => {
  const dialog = await screen.findByRole('dialog', { name: title });
  await doing(() => fireEvent.click(within(dialog).getByRole('button', { name: button })));
};

describe('own submissions', () => {
  const own = (...submissions: object[]) => ({
    items: create(ListOwnSubmissionsResponseSchema, { submissions }).submissions,
    nextCursor: '',
  });
  const salt = {
    ...{ id: 's1', filmTitle: 'Salt', festivalName: 'Lumen', festivalId: 'f1', callId: 'c1', callTitle: 'Shorts' },
    ...{ categoryName: 'Short', createdAt: timestampFromDate(new Date('2027-01-05T12:00:00Z')) },
    ...{ submissionState: SubmissionState.SUBMITTED, amount: 1_500n, withdrawable: true },
  };

  test.each([
    [{}, 'Submitted', 'ink'],
    [{ decision: SubmissionDecision.SELECTED }, 'Selected', 'good'],
    [{ decision: SubmissionDecision.NOT_SELECTED }, 'Not selected', 'ink'],
    [{ decision: SubmissionDecision.SELECTED, submissionState: SubmissionState.WITHDRAWN }, 'Withdrawn', 'ink'],
  ])('say how they stand: %j', async (part, badge, colour) => {
    await showPage(<OwnSubmissions first={own({ ...salt, ...part })} />);
    expect(tone(badge)).toBe(colour);
    expect(screen.getByText(/· \$15\.00/)).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Lumen · Shorts · Short' });
    expect(link.getAttribute('href')).toBe('/festivals/f1/calls/c1');
    expect(screen.getByText('That is all that you submitted.')).toBeTruthy();
  });

  test('are empty, or free and decided, when nothing is withdrawn', async () => {
    await showPage(<OwnSubmissions first={own()} />);
    expect(screen.getByText('No submissions yet')).toBeTruthy();
    await showPage(<OwnSubmissions first={own({ ...salt, amount: 0n, withdrawable: false })} />);
    expect(screen.getByText(/· Free/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  });

  test('are withdrawn after a question [FES-09:withdraw]', async () => {
    const withdrawing = later<object>();
    let isRefused = true;
    const { sent } = await showPage(<OwnSubmissions first={own(salt)} />, {
      answers: { withdrawSubmission: () => (isRefused ? failing() : withdrawing.answer()) },
    });
    await press('Withdraw');
    await inDialog('Withdraw “Salt”?', 'Withdraw');
    await seeToast('We failed to withdraw the film. Please try again.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    isRefused = false;
    await press('Withdraw');
    await inDialog('Withdraw “Salt”?', 'Withdraw');
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).getByRole('button', { name: /Withdraw$/, busy: true })).toBeTruthy();
    await withdrawing.resolve({
      submission: { ...salt, submissionState: SubmissionState.WITHDRAWN, withdrawable: false },
    });
    expect(await screen.findByText('Withdrawn')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
    expect(sent('withdrawSubmission')).toMatchObject([{ submissionId: 's1' }, { submissionId: 's1' }]);
  });
});

describe('the form of a submission', () => {
  const call = create(CallSchema, {
    ...{ id: 'c1', title: 'Shorts 2027', state: CallState.OPEN, deadline: DeadlineKind.REGULAR },
    categories: [
      { id: 'k1', name: 'Shorts', regularFee: 2_000n, studentFee: 500n },
      { id: 'k2', name: 'Documentaries', regularFee: 0n },
    ],
    questions: [
      { id: 'q1', text: 'Where?', required: true },
      { id: 'q2', text: 'When?', required: false },
    ],
  });
  const listMyFilms = () => ({ films: [aStudioFilm()] });
  const submission = {
    ...{ id: 's1', filmTitle: 'Salt', categoryName: 'Shorts', amount: 500n, currency: 'USD' },
    ...{ state: OrderState.PAYING, step: PaymentStep.CARD },
  };

  test('asks for the fee with what was chosen, and opens the payment [FES-09:submit]', async () => {
    let isRefused = true;
    const { sent } = await showPage(<SubmissionForm call={call} />, {
      viewer: aPerson(),
      answers: {
        listMyFilms,
        quoteSubmission: () => (isRefused ? failing() : { price: 500n }),
        openSubmission: () => ({ submission }),
        confirmTestSubmissionPayment: () => ({
          submission: { ...submission, state: OrderState.FULFILLED, step: PaymentStep.NONE },
        }),
      },
    });
    const options = within(await screen.findByLabelText('Category')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Shorts · $20.00', 'Documentaries · Free']);
    await press('Continue');
    expect(screen.getByText(SUBMISSION_MESSAGES.film)).toBeTruthy();
    await type('Film', FILM_ID);
    await type(/^When\?/, 'At night.');
    await press('Continue');
    expect(screen.getByText(SUBMISSION_MESSAGES.answerMissing)).toBeTruthy();
    expect(sent('quoteSubmission')).toEqual([]);
    await type('Where?', 'On the river.');
    await doing(() => fireEvent.click(screen.getByRole('checkbox', { name: 'I am a student: $5.00' })));
    await type(/^Waiver code/, 'half-price');
    await type(/^Cover letter/, 'Hello.');
    await press('Continue');
    expect(await screen.findByText('We failed to ask for the fee. Please try again.')).toBeTruthy();
    isRefused = false;
    await press('Continue');
    const sheet = within(await screen.findByRole('dialog', { name: 'Submit a film' }));
    expect(await sheet.findByText('Shorts 2027 · Shorts')).toBeTruthy();
    expect(sent('quoteSubmission').at(-1)).toMatchObject({
      ...{ callId: 'c1', categoryId: 'k1', student: true, waiverCode: 'HALF-PRICE' },
    });
    expect(sent('openSubmission')[0]).toMatchObject({
      ...{ callId: 'c1', categoryId: 'k1', filmId: FILM_ID, student: true, coverLetter: 'Hello.', price: 500n },
      answers: [
        { questionId: 'q1', answer: 'On the river.' },
        { questionId: 'q2', answer: 'At night.' },
      ],
    });
    await type('Card number', '4242424242424242');
    await type('Expires', '12/34');
    await type('Security code', '123');
    await press('Pay $5.00');
    expect(await sheet.findByText('“Salt” is submitted.')).toBeTruthy();
    expect(sheet.getByRole('link', { name: 'See your submissions' }).getAttribute('href')).toBe('/user/submissions');
  });

  test.each([
    [false, 'This film could not be submitted any more, so your money goes back to your card by itself.'],
    [true, 'Your payment was reversed, so your film is no longer submitted.'],
  ])('a submission whose fee goes back says why; it was submitted: %s', async (fulfilled, text) => {
    await showPage(<SubmissionForm call={call} />, {
      viewer: aPerson(),
      answers: {
        listMyFilms,
        quoteSubmission: () => ({ price: 500n }),
        openSubmission: () => ({
          submission: { ...submission, state: OrderState.REFUNDED, step: PaymentStep.NONE, fulfilled },
        }),
      },
    });
    await screen.findByLabelText('Category');
    await type('Film', FILM_ID);
    await type('Where?', 'Here.');
    await press('Continue');
    expect(await screen.findByText(text)).toBeTruthy();
  });

  test('another category has no fee of students, and forgets it', async () => {
    const { sent } = await showPage(<SubmissionForm call={call} />, {
      answers: { listMyFilms, quoteSubmission: failing },
    });
    await screen.findByLabelText('Category');
    await doing(() => fireEvent.click(screen.getByRole('checkbox', { name: 'I am a student: $5.00' })));
    await type('Category', 'k2');
    expect(screen.queryByRole('checkbox')).toBeNull();
    await type('Film', FILM_ID);
    await type('Where?', 'Here.');
    await press('Continue');
    await waitFor(() => expect(sent('quoteSubmission')).toMatchObject([{ categoryId: 'k2', student: false }]));
  });

  test.each([
    [aPerson({ consumerType: ConsumerType.ENTERTAINMENT_PRO }), true],
    [aPerson({ consumerType: ConsumerType.MOVIE_LOVER }), false],
    [undefined, false],
  ])('without films it says so, and a maker is led to their first: %#', async (viewer, mayCreate) => {
    await showPage(<SubmissionForm call={call} />, { viewer, answers: { listMyFilms: () => ({ films: [{}] }) } });
    expect(await screen.findByText('No films yet')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Create your first film' }) !== null).toBe(mayCreate);
  });

  test('films that do not load are asked for again', async () => {
    let isRefused = true;
    await showPage(<SubmissionForm call={call} />, {
      answers: { listMyFilms: () => (isRefused ? refusing(Code.NotFound)() : listMyFilms()) },
    });
    expect(await screen.findByText('We failed to load your films.')).toBeTruthy();
    isRefused = false;
    await press('Try again');
    expect(await screen.findByLabelText('Film')).toBeTruthy();
  });
});

describe('the waivers of a call', () => {
  const half = { id: 'w1', code: 'HALF-PRICE', percent: 50, uses: 2, usesMax: 10 };

  test('are listed, ended and offered again, and made; what fails keeps what was typed [FES-09:waivers]', async () => {
    let waivers: object[] = [];
    let isRefused = true;
    const answers: Answers = {
      listWaivers: () => ({ waivers }),
      createWaiver: () => {
        if (isRefused) failing();
        waivers = [half];
        return { waiver: half };
      },
      setWaiverWithdrawn: ({ withdrawn }) => {
        if (isRefused) failing();
        waivers = [{ ...half, withdrawn }];
        return {};
      },
    };
    const { sent } = await showPage(<WaiversDesk callId="c1" />, { answers });
    expect(await screen.findByText('No codes yet')).toBeTruthy();
    await type('New code', 'half');
    await press('Make the code');
    expect(screen.getByText(SUBMISSION_MESSAGES.waiverCode)).toBeTruthy();
    await type('New code', 'half-price');
    await type('Percent off', '50');
    await press('Make the code');
    expect(await screen.findByText('We failed to save the code. Please try again.')).toBeTruthy();
    expect((screen.getByLabelText('New code') as HTMLInputElement).value).toBe('half-price');
    isRefused = false;
    await press('Make the code');
    expect(await screen.findByText('50 percent off, used 2 of 10 times')).toBeTruthy();
    expect(screen.queryByText('No codes yet')).toBeNull();
    expect(sent('createWaiver').at(-1)).toMatchObject({ callId: 'c1', code: 'HALF-PRICE', percent: 50, usesMax: 10 });
    expect((screen.getByLabelText('New code') as HTMLInputElement).value).toBe('');
    isRefused = true;
    await press('End');
    await seeToast('We failed to save the code. Please try again.');
    isRefused = false;
    await press('End');
    await screen.findByRole('button', { name: 'Offer again' });
    await press('Offer again');
    expect(await screen.findByRole('button', { name: 'End' })).toBeTruthy();
    expect(sent('setWaiverWithdrawn').map(({ withdrawn }) => withdrawn)).toEqual([true, true, false]);
  });

  test('that do not exist yet are said not to', async () => {
    await showPage(<WaiversDesk callId="c1" />, { answers: { listWaivers: () => ({}) } });
    expect(await screen.findByText('No codes yet')).toBeTruthy();
  });

  test('that do not load are asked for again', async () => {
    let isRefused = true;
    await showPage(<WaiversDesk callId="c1" />, {
      answers: { listWaivers: () => (isRefused ? refusing(Code.NotFound)() : { waivers: [half] }) },
    });
    expect(await screen.findByText('We failed to load the codes.')).toBeTruthy();
    isRefused = false;
    await press('Try again');
    expect(await screen.findByText('HALF-PRICE')).toBeTruthy();
  });
});

describe('the mail of a decision', () => {
  const mailOf = (part: object = {}): DecisionMail[] => {
    const mail = {
      decision: SubmissionDecision.SELECTED,
      subject: 'Welcome',
      body: 'Dear {maker}',
      waiting: 3,
      sent: 1,
    };
    return create(ListDecisionMailsResponseSchema, { mails: [{ ...mail, ...part }] }).mails;
  };
  const preview = { submissionId: 's1', makerName: 'Ines', subject: 'Welcome', body: 'Dear Ines' };

  test('is written, looked at and sent part by part [FES-09:mails]', async () => {
    const sending = later<object>();
    const answers: (() => object | Promise<object>)[] = [
      () => ({ sent: 2, waiting: 1 }),
      failing,
      () => ({ sent: 1, waiting: 0 }),
    ];
    let isRefused = true;
    let loads = 0;
    const { sent } = await showPage(<DecisionMails callId="c1" first={mailOf()} />, {
      loader: () => {
        loads += 1;
      },
      answers: {
        saveDecisionMail: () => (isRefused ? failing() : {}),
        previewDecisionMails: () => ({ mails: [preview] }),
        sendDecisionMails: () => (answers.shift() ?? sending.answer)(),
      },
    });
    expect(screen.getByText('3 wait for this email, 1 have it.')).toBeTruthy();
    await type('Subject', '');
    await press('Save and preview');
    expect(screen.getByText(JUDGING_MESSAGES.subject)).toBeTruthy();
    await type('Subject', 'You are in');
    await press('Save and preview');
    expect(await screen.findByText('We failed to save the email. Please try again.')).toBeTruthy();
    isRefused = false;
    const before = loads;
    await press('Save and preview');
    const dialog = within(await screen.findByRole('dialog', { name: 'As makers will read it' }));
    expect(loads).toBe(before + 1);
    expect(dialog.getByText('To Ines')).toBeTruthy();
    expect(dialog.getByText('Dear Ines')).toBeTruthy();
    const decision = SubmissionDecision.SELECTED;
    const written = { callId: 'c1', decision, subject: 'You are in', body: 'Dear {maker}' };
    expect(sent('saveDecisionMail').at(-1)).toMatchObject(written);
    const send = () => doing(() => fireEvent.click(dialog.getByRole('button', { name: 'Send 3 emails' })));
    await send();
    await seeToast('We failed to send all emails. Please try again.');
    expect(dialog.queryByRole('button', { busy: true })).toBeNull();
    await send();
    await seeToast('One email is on its way.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('sendDecisionMails')).toHaveLength(3);
    await waitFor(() => expect(loads).toBe(before + 2));
    await press('Save and preview');
    await press('Send 3 emails');
    expect(busy('Send 3 emails')).toBeTruthy();
    await sending.resolve({ sent: 0, waiting: 2 });
    await seeToast('0 emails are on their way.');
    expect(sent('sendDecisionMails')).toHaveLength(4);
  });

  test('that nobody waits for is saved and not sent', async () => {
    await showPage(<DecisionMails callId="c1" first={mailOf({ waiting: 0 })} />, {
      answers: { saveDecisionMail: () => ({}), previewDecisionMails: () => ({}) },
    });
    await press('Save and preview');
    expect(await screen.findByText('Nobody waits for this email yet. It is saved.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull();
    await press('Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the block that a selected film is put into', () => {
  const event = { id: 'e1', name: 'Opening night' };
  const blocks = [{ id: 'b1', name: 'Shorts' }];
  const open = (answers: Answers) =>
    showPage(<ProgrammeChoice festivalId="f1" submissionId="s1" />, {
      answers: {
        listFestivalEvents: () => ({ events: [event] }),
        getEvent: () => ({ event: { ...event, blocks } }),
        ...answers,
      },
    });

  test('is chosen; a film that is there already is said so, and a failure too', async () => {
    const adding = later<object>();
    let isRefused = true;
    await open({ programmeSubmissions: () => (isRefused ? failing() : adding.answer()) });
    expect(await screen.findByLabelText('Event')).toBeTruthy();
    expect(screen.queryByText('No events yet')).toBeNull();
    expect(screen.queryByLabelText('Block')).toBeNull();
    await type('Event', 'e1');
    await screen.findByLabelText('Block');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add film' }).disabled).toBe(true);
    await type('Block', 'b1');
    await press('Add film');
    await seeToast('We failed to save the film. Please try again.');
    isRefused = false;
    await press('Add film');
    expect(busy('Add film')).toBeTruthy();
    await adding.resolve({ added: 0 });
    await seeToast('This film is in the block already.');
    expect(screen.queryByRole('button', { busy: true })).toBeNull();
  });

  test('cannot be chosen where there is none', async () => {
    await open({ getEvent: () => ({ event }) });
    await screen.findByLabelText('Event');
    await type('Event', 'e1');
    expect((await screen.findByRole('link', { name: 'Edit' })).getAttribute('href')).toBe('/user/orgs/f1/events/e1');
    await open({ listFestivalEvents: () => ({}) });
    expect(await screen.findByText('No events yet')).toBeTruthy();
    expect(screen.queryByLabelText('Event')).toBeNull();
  });

  test.each([
    ['listFestivalEvents', async () => {}],
    [
      'getEvent',
      async () => {
        await screen.findByLabelText('Event');
        await type('Event', 'e1');
      },
    ],
  ])('that does not load is asked for again: %s', async (method, lead) => {
    await open({ [method]: refusing(Code.NotFound) });
    await lead();
    expect(await screen.findByText('We failed to load the events.')).toBeTruthy();
  });
});

describe('the film of a submission', () => {
  pauseTimeouts();
  const opened = () => ({ filmId: 'f1', filmTitle: 'Salt' });
  const open = (answers: Answers) => showPage(<ScreeningPage submissionId="s1" />, { answers });
  const shows = (text: string) => () => screen.queryByText(text) !== null;

  test('plays as soon as the right to it has arrived [FES-09:screening]', async () => {
    let asks = 0;
    const getFilmAccess = () => {
      asks += 1;
      return asks === 1 ? failing() : { access: { valid: asks > 2 } };
    };
    const { sent } = await open({ openScreening: opened, getFilmAccess });
    expect(screen.getByRole('status').textContent).toBe('The film is loading');
    await settledUntil(() => asks === 1);
    await passing(500);
    await settledUntil(() => asks === 2);
    expect(screen.getByRole('status').textContent).toBe('The film is loading');
    await passing(500);
    await settledUntil(shows('f1 Salt /judging/films/s1'));
    expect(screen.getByText('f1 Salt /judging/films/s1')).toBeTruthy();
    expect(sent('openScreening')).toMatchObject([{ submissionId: 's1' }]);
    expect(sent('getFilmAccess')).toMatchObject([{ filmId: 'f1' }, {}, {}]);
  });

  test('that cannot be opened says why and can be tried again', async () => {
    const message = 'This submission is no longer judged.';
    let isRefused = true;
    await open({
      openScreening: () => (isRefused ? refusing(Code.FailedPrecondition, { message })() : { filmId: 'f1' }),
      getFilmAccess: () => ({ access: { valid: true } }),
    });
    await settledUntil(shows(message));
    isRefused = false;
    await press('Try again');
    await settledUntil(shows('f1 Film /judging/films/s1'));
    expect(screen.getByText('f1 Film /judging/films/s1')).toBeTruthy();
  });

  test('is given up after half a minute', async () => {
    const { sent } = await open({ openScreening: opened, getFilmAccess: () => ({}) });
    for (let second = 0; second < 29; second += 1) {
      await passing(500);
      await passing(500);
    }
    expect(screen.getByRole('status')).toBeTruthy();
    await passing(500);
    await passing(500);
    await settledUntil(shows('We failed to open the film. Please try again.'));
    expect(sent('getFilmAccess')).toHaveLength(60);
  });
});

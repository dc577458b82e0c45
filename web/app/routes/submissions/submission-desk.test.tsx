import { Code } from '@connectrpc/connect';
import { CallState } from '@marquee/contracts/festival/v1/calls_pb';
import { OrganizationStanding } from '@marquee/contracts/festival/v1/organization_pb';
import { SubmissionDecision, SubmissionState } from '@marquee/contracts/festival/v1/submissions_pb';
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openWithToasts } from '../../testing/open-route.tsx';
import { dialogGone, doing, press, seeToast, type } from '../../testing/show-page.tsx';
import * as callDesk from './call-desk.tsx';
import * as deskSubmission from './desk-submission.tsx';

const viewer = aPerson();
const managed: Answers = {
  getOrganization: () => ({
    organization: { id: 'f1', name: 'Lumen' },
    ...{ canManage: true, standing: OrganizationStanding.DIRECTOR },
  }),
};
const submission = {
  ...{
    id: 's1',
    callId: 'c1',
    filmId: 'a',
    filmTitle: 'Night Ferry',
    makerName: 'Ines Duarte',
    categoryName: 'Shorts',
  },
  ...{ state: SubmissionState.SUBMITTED, decision: SubmissionDecision.UNSPECIFIED, amount: 1_500n, runningTime: 600 },
  ...{ judges: 2, judged: 1, mean: 4.5, spread: 0.5 },
};
const rubric = { scale: 5, criteria: [{ id: 'k1', name: 'Story', weight: 60 }] };
const answer = {
  ...{ submission, coverLetter: 'We shot it at night.', canManage: true, rubric },
  answers: [{ questionId: 'q1', question: 'Where?', answer: 'On the river.' }],
  sheets: [
    { judgeId: 'j1', judgeName: 'Ada', scores: [{ criterionId: 'k1', score: 4 }], note: 'Strong end.', done: true },
    { judgeId: 'j2', judgeName: 'Grace', conflict: 'CREW' },
    { judgeId: 'j3', judgeName: 'Mia' },
  ],
};

describe('a submission', () => {
  const path = '/user/orgs/:festivalId/calls/:callId/submissions/:submissionId';
  const open = (part: object = {}, answers: Answers = {}) =>
    openWithToasts(deskSubmission, '/user/orgs/f1/calls/c1/submissions/s1', {
      ...{ path, viewer },
      answers: { ...managed, getDeskSubmission: () => ({ ...answer, ...part }), ...answers },
    });

  test('says that nobody judges it yet', async () => {
    await open({ sheets: [] });
    expect(await screen.findByText('Nobody judges this film yet.')).toBeTruthy();
  });

  test('shows its letter, its answers and what each judge gave [FES-09:sheets]', async () => {
    await open();
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Night Ferry');
    expect(screen.getByText('We shot it at night.')).toBeTruthy();
    expect(screen.getByText('On the river.')).toBeTruthy();
    const [ada, grace, mia] = within(screen.getByRole('region', { name: 'Score sheets' })).getAllByRole('listitem');
    expect(ada?.textContent).toBe('AdaDoneStory4 of 5Strong end.');
    expect(grace?.textContent).toBe('GraceIs in the crew of this filmTake back');
    expect(mia?.textContent).toBe('MiaNot done yetTake back');
    expect(screen.getByRole('link', { name: 'Watch' }).getAttribute('href')).toBe('/judging/films/s1/watch');
    expect(screen.queryByRole('region', { name: 'Put it into the programme' })).toBeNull();
  });

  test('is taken back from a judge who is not done with it, and given again by Undo [FES-09:taken-back]', async () => {
    let isRefused = true;
    const { sent } = await open({}, { assignJudge: () => (isRefused ? failing() : { changed: 1 }) });
    await screen.findByText('Night Ferry');
    expect(screen.queryByRole('button', { name: 'Take back from Ada' })).toBeNull();
    await press('Take back from Mia');
    await seeToast('We failed to change the judging. Please try again.');
    isRefused = false;
    await press('Take back from Mia');
    await seeToast('Mia no longer judges this film.');
    expect(sent('getDeskSubmission')).toHaveLength(2);
    await press('Undo');
    await seeToast('Mia judges this film again.');
    const asked = { judgeId: 'j3', submissionIds: ['s1'] };
    expect(sent('assignJudge')).toMatchObject([
      { ...asked, assigned: false },
      { ...asked, assigned: false },
      { ...asked, assigned: true },
    ]);
  });

  test('is disqualified after a question, with or without its fee [FES-09:disqualify]', async () => {
    let isRefused = true;
    const { sent } = await open({}, { disqualifySubmission: () => (isRefused ? failing() : { submission }) });
    await screen.findByText('Night Ferry');
    await press('Disqualify');
    const question = within(await screen.findByRole('dialog', { name: 'Disqualify Night Ferry?' }));
    await doing(() => fireEvent.click(question.getByRole('checkbox', { name: 'Give the fee back' })));
    const confirm = () => doing(() => fireEvent.click(question.getByRole('button', { name: 'Disqualify' })));
    await confirm();
    await seeToast('We failed to change the submissions. Please try again.');
    isRefused = false;
    await confirm();
    await seeToast('The film is disqualified.');
    expect(sent('disqualifySubmission')).toMatchObject([
      { submissionId: 's1', refund: true },
      { submissionId: 's1', refund: true },
    ]);
  });

  test('without a fee is disqualified without a question about it, and shown as it is now [FES-09:disqualify]', async () => {
    const free = { submission: { ...submission, amount: 0n } };
    const { sent } = await open(free, { disqualifySubmission: () => free });
    await screen.findByText('Night Ferry');
    await press('Disqualify');
    const question = within(await screen.findByRole('dialog', { name: 'Disqualify Night Ferry?' }));
    expect(question.queryByRole('checkbox')).toBeNull();
    await doing(() => fireEvent.click(question.getByRole('button', { name: 'Disqualify' })));
    await dialogGone();
    expect(sent('disqualifySubmission')).toMatchObject([{ submissionId: 's1', refund: false }]);
    await waitFor(() => expect(sent('getDeskSubmission')).toHaveLength(2));
  });

  test('whose film, time, judge or answer is gone says what it still can [FES-09:sheets]', async () => {
    await open({
      submission: { ...submission, filmTitle: '', runningTime: 0 },
      answers: [{ questionId: 'q1', question: 'Where?', answer: '' }],
      rubric: { scale: 5, criteria: [...rubric.criteria, { id: 'k2', name: 'Sound', weight: 40 }] },
      sheets: [
        { judgeId: 'j1', judgeName: '', scores: [{ criterionId: 'k1', score: 4 }] },
        { judgeId: 'j2', judgeName: 'Grace', conflict: 'DECLARED' },
      ],
    });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('A film that is gone');
    expect(screen.getByText('Ines Duarte · Shorts')).toBeTruthy();
    expect(screen.getByText('–')).toBeTruthy();
    const sheets = within(screen.getByRole('region', { name: 'Score sheets' })).getAllByRole('listitem');
    expect(sheets.map(({ textContent }) => textContent)).toEqual([
      'Somebody who leftNot done yetTake backStory4 of 5',
      'GraceCannot judge this film',
    ]);
    expect(screen.getByRole('button', { name: 'Take back from Somebody who left' })).toBeTruthy();
  });

  test('that is selected goes into a block of an event [FES-09:programme]', async () => {
    const selected = { submission: { ...submission, decision: SubmissionDecision.SELECTED } };
    const { sent } = await open(selected, {
      listFestivalEvents: () => ({ events: [{ id: 'e1', name: 'Opening night' }] }),
      getEvent: () => ({ event: { id: 'e1', blocks: [{ id: 'b1', name: 'Harbour shorts' }] } }),
      programmeSubmissions: () => ({ added: 1 }),
    });
    await screen.findByLabelText('Event');
    await type('Event', 'e1');
    await screen.findByLabelText('Block');
    await type('Block', 'b1');
    await press('Add film');
    await seeToast('The film is in the programme.');
    expect(sent('programmeSubmissions')).toMatchObject([{ eventId: 'e1', blockId: 'b1', submissionIds: ['s1'] }]);
  });

  test('that has ended is neither watched nor disqualified, and a programmer only reads [FES-09:rights]', async () => {
    await open({ submission: { ...submission, state: SubmissionState.WITHDRAWN } });
    expect(await screen.findByText('Withdrawn')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Watch' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Disqualify' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Take back/ })).toBeNull();
    await open({ canManage: false });
    expect(await screen.findByRole('link', { name: 'Watch' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Take back/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Disqualify' })).toBeNull();
  });
});

describe('the desk of a call', () => {
  const path = '/user/orgs/:festivalId/calls/:callId';
  const call = { id: 'c1', festivalId: 'f1', festivalName: 'Lumen', title: 'Shorts 2027', state: CallState.OPEN };
  const open = (answers: Answers) =>
    openWithToasts(callDesk, '/user/orgs/f1/calls/c1', {
      ...{ path, viewer },
      answers: {
        ...{
          ...managed,
          getCall: () => ({ call }),
          getJudging: () => ({ rubric, judges: [{ id: 'j1', name: 'Ada' }] }),
        },
        listDecisionMails: () => ({}),
        listSubmissions: () => ({ submissions: [submission, { ...submission, id: 's2', filmTitle: 'Salt' }] }),
        ...answers,
      },
    });

  test('lists what was submitted with how it was judged, and decides on many at once [FES-09:decide]', async () => {
    const { sent } = await open({ decideSubmissions: () => ({ decided: 2 }), assignJudge: () => ({ changed: 1 }) });
    expect((await screen.findAllByText('Mean 4.50, spread 0.50, 1 of 2 judges')).length).toBe(2);
    const links = screen.getAllByRole('link', { name: 'Letter and scores' });
    expect(links[0]?.getAttribute('href')).toBe('/user/orgs/f1/calls/c1/submissions/s1');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Selected' }).disabled).toBe(true);
    for (const name of ['Night Ferry', 'Salt']) {
      await doing(() => fireEvent.click(screen.getByRole('checkbox', { name })));
    }
    expect(screen.getByText('2 chosen')).toBeTruthy();
    await press('Selected');
    await seeToast('2 films are decided.');
    expect(sent('decideSubmissions')).toMatchObject([
      { callId: 'c1', submissionIds: ['s1', 's2'], decision: SubmissionDecision.SELECTED },
    ]);
    await screen.findByText('0 chosen');
    expect(sent('listSubmissions')).toMatchObject([{ pageSize: 50 }, { pageSize: 50 }]);
    await doing(() => fireEvent.click(screen.getByRole('checkbox', { name: 'Salt' })));
    await type('Give to a judge', 'j1');
    await waitFor(() =>
      expect(sent('assignJudge')).toMatchObject([{ judgeId: 'j1', submissionIds: ['s2'], assigned: true }]),
    );
  });

  test('invites a judge who has an account, and shows who judges now [FES-09]', async () => {
    const { sent } = await open({
      listConnections: () => ({}),
      searchPeople: () => ({ people: [{ id: 'p2', firstName: 'Mia', lastName: 'Horn' }] }),
      inviteJudge: () => ({ judge: { id: 'j9' } }),
    });
    await screen.findByRole('tab', { name: 'Judging' });
    await press('Judging', 'tab');
    const field = await screen.findByRole('combobox', { name: 'Invite a judge' });
    await doing(() => fireEvent.input(field, { target: { value: 'Mia' }, inputType: 'insertText' }));
    const option = await screen.findByRole('option', { name: /Mia Horn/ });
    await doing(() => fireEvent.click(option));
    await press('Invite');
    await seeToast('Mia Horn was invited.');
    expect(sent('inviteJudge')).toMatchObject([{ callId: 'c1', personId: 'p2' }]);
    expect(sent('getJudging')).toHaveLength(2);
  });

  test('invites a judge by mail, who may have no account yet [FES-09:by-mail]', async () => {
    let isRefused = true;
    const { sent } = await open({
      getJudging: () => ({ rubric, judges: [{ id: 'j9', name: 'Ana Silva', byMail: true }] }),
      inviteJudge: () => (isRefused ? failing() : { judge: { id: 'j9' } }),
    });
    await screen.findByRole('tab', { name: 'Judging' });
    await press('Judging', 'tab');
    expect(await screen.findByText('Invited by email')).toBeTruthy();
    await press('Invite by email');
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite a judge by email' }));
    const send = () => doing(() => fireEvent.click(dialog.getByRole('button', { name: 'Invite' })));
    await send();
    expect(await dialog.findByText('Please enter a valid email address.')).toBeTruthy();
    for (const [label, value] of [
      ['First name', 'Ana'],
      ['Last name', 'Silva'],
      ['Email', 'Ana@Example.com'],
    ] as const) {
      await doing(() => fireEvent.change(dialog.getByLabelText(label), { target: { value } }));
    }
    await send();
    expect(await dialog.findByText('We failed to send the invitation. Please try again.')).toBeTruthy();
    isRefused = false;
    await send();
    await seeToast('ana@example.com was invited.');
    await dialogGone();
    await waitFor(() => expect(sent('getJudging')).toHaveLength(2));
    const asked = { callId: 'c1', personId: '', email: 'ana@example.com', firstName: 'Ana', lastName: 'Silva' };
    expect(sent('inviteJudge')).toMatchObject([asked, asked]);
  });

  test('is empty, fails to load, and is closed to who does not manage the organization [FES-08]', async () => {
    await open({ listSubmissions: () => ({}) });
    expect(await screen.findByText('Nothing was submitted yet')).toBeTruthy();
    await open({ listSubmissions: refusing(Code.Unavailable, { reason: 'GONE', message: '' }) });
    expect(await screen.findByText('We failed to load the films.')).toBeTruthy();
    await open({ getOrganization: () => ({ organization: { id: 'f1', name: 'Lumen' } }) });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe("You don't have access to this page.");
  });
});

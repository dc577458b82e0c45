import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { CallSchema, CallState } from '@marquee/contracts/festival/v1/calls_pb';
import {
  GetAssignmentResponseSchema,
  GetJudgingResponseSchema,
  ListAssignmentsResponseSchema,
  ListJudgingResponseSchema,
  NotesAudience,
} from '@marquee/contracts/festival/v1/judging_pb';
import { JUDGING_MESSAGES } from '@marquee/rules/judging';
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { address, doing, later, press, seeToast, showPage, type } from '../../testing/show-page.tsx';
import { JudgingDesk } from './judging-desk.tsx';
import { JudgedCallPage, JudgingPage } from './judging-page.tsx';
import { ScoreSheet } from './score-sheet.tsx';

const call = create(CallSchema, { id: 'c1', title: 'Shorts 2027', festivalName: 'Lumen', state: CallState.OPEN });
const tone = (text: string) => /text-(\w+)-/.exec(screen.getByText(text).className)?.[1];
const busy = (name: string) => screen.getByRole('button', { name: new RegExp(`${name}$`), busy: true });
const click = (element: HTMLElement | undefined) => doing(() => fireEvent.click(element as HTMLElement));

describe('what a person judges', () => {
  const calls = (...ones: object[]) => create(ListJudgingResponseSchema, { calls: ones }).calls;

  test('is empty, or stands with how much is done', async () => {
    await showPage(<JudgingPage calls={[]} />);
    expect(screen.getByText('Nobody has asked you to judge')).toBeTruthy();
    const accepted = { call, accepted: true, assigned: 2 };
    const all = calls(
      { ...accepted, judgeId: 'j1', done: 1 },
      { ...accepted, judgeId: 'j2', done: 2 },
      { judgeId: 'j3' },
    );
    await showPage(<JudgingPage calls={all} />);
    expect(screen.getAllByRole('link', { name: 'Shorts 2027' })[0]?.getAttribute('href')).toBe('/judging/calls/c1');
    expect([tone('1 of 2 done'), tone('2 of 2 done')]).toEqual(['ink', 'good']);
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
  });

  test('begins with an invitation, which is accepted or declined [FES-09:judge-answer]', async () => {
    const answering = later<object>();
    let isAccepted = false;
    let isRefused = true;
    const { sent } = await showPage(<JudgingPage calls={calls({ judgeId: 'j1', call, accepted: false })} />, {
      loader: () => {
        isAccepted = true;
      },
      answers: { answerJudgeInvitation: () => (isRefused ? failing() : answering.answer()) },
    });
    expect(screen.queryByRole('link', { name: 'Shorts 2027' })).toBeNull();
    isAccepted = false;
    await press('Decline');
    await seeToast('We failed to send your answer.');
    expect([isAccepted, screen.queryByRole('button', { busy: true })]).toEqual([false, null]);
    isRefused = false;
    await press('Accept');
    expect(busy('Accept')).toBeTruthy();
    await answering.resolve({});
    expect(sent('answerJudgeInvitation')).toMatchObject([
      { judgeId: 'j1', accept: false },
      { judgeId: 'j1', accept: true },
    ]);
    await waitFor(() => expect(isAccepted).toBe(true));
    await waitFor(() => expect(screen.queryByRole('button', { busy: true })).toBeNull());
  });

  test('the films of a call stand with what is to do', async () => {
    const answer = (assignments: object[]) => create(ListAssignmentsResponseSchema, { call, assignments });
    await showPage(<JudgedCallPage answer={answer([])} />);
    expect(screen.getByText('No films to judge yet')).toBeTruthy();
    const films = answer([
      { submissionId: 's1', filmTitle: 'Salt', categoryName: 'Shorts', done: true },
      { submissionId: 's2', filmTitle: 'Amber' },
    ]);
    await showPage(<JudgedCallPage answer={films} />);
    expect(screen.getByRole('link', { name: 'Amber' }).getAttribute('href')).toBe('/judging/films/s2');
    expect([tone('Done'), tone('To judge')]).toEqual(['good', 'ink']);
    expect(screen.getByText('Lumen')).toBeTruthy();
  });
});

describe('a score sheet', () => {
  const rubric = {
    scale: 5,
    criteria: ['Story', 'Sound'].map((name, index) => ({ id: `k${index}`, name, weight: 1 })),
  };
  const open = (part: object = {}, answers: Answers = {}, more: object = { rubric }) => {
    const sheet = { submissionId: 's1', callId: 'c1', filmTitle: 'Salt', categoryName: 'Shorts', open: true, ...part };
    const answer = create(GetAssignmentResponseSchema, { assignment: sheet, callTitle: 'Shorts 2027', ...more });
    const page = <ScoreSheet answer={answer} assignment={answer.assignment as never} />;
    return showPage(page, { at: '/judging/films/s1', path: '/judging/films/s1', answers });
  };
  const score = (name: string) => (screen.getByLabelText(name) as HTMLSelectElement).value;

  test('counts once each criterion has a score; a draft is kept before that [FES-09:scores]', async () => {
    const saving = later<object>();
    const { sent } = await open(
      { scores: [{ criterionId: 'k0', score: 4 }], note: 'Calm.', runningTime: 600, makerName: 'Ines' },
      { saveScoreSheet: ({ done }) => (done ? {} : saving.answer()) },
    );
    expect(screen.getByText('Shorts · Ines · 10 min')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Watch' }).getAttribute('href')).toBe('/judging/films/s1/watch');
    expect([score('Story'), score('Sound')]).toEqual(['4', '']);
    expect(within(screen.getByLabelText('Sound')).getAllByRole('option')).toHaveLength(6);
    await press('Done');
    expect(screen.getByText(JUDGING_MESSAGES.scoreMissing)).toBeTruthy();
    await press('Save a draft');
    expect(busy('Save a draft')).toBeTruthy();
    await saving.resolve({});
    await seeToast('Your draft is saved.');
    expect(screen.queryByText(JUDGING_MESSAGES.scoreMissing)).toBeNull();
    expect(address()).toBe('/judging/films/s1');
    await type('Sound', '2');
    await type(/^Private note/, 'Loud.');
    await press('Done');
    await seeToast('Your scores count now.');
    await waitFor(() => expect(address()).toBe('/judging/calls/c1'));
    const first = { criterionId: 'k0', score: 4 };
    expect(sent('saveScoreSheet')).toMatchObject([
      { submissionId: 's1', scores: [first], note: 'Calm.', done: false },
      { submissionId: 's1', scores: [first, { criterionId: 'k1', score: 2 }], note: 'Loud.', done: true },
    ]);
  });

  test('that could not be saved stays as it was typed', async () => {
    await open({ scores: [{ criterionId: 'k0', score: 1 }] }, { saveScoreSheet: failing });
    await type('Sound', '3');
    await press('Done');
    expect(await screen.findByText('We failed to save your scores. Please try again.')).toBeTruthy();
    expect([score('Story'), score('Sound'), address()]).toEqual(['1', '3', '/judging/films/s1']);
  });

  test('of a film that is no longer judged is read only', async () => {
    await open({ open: false, runningTime: 0 }, {}, {});
    expect(screen.getByText(JUDGING_MESSAGES.judgingOver)).toBeTruthy();
    expect(screen.getByText('The festival has not said yet by what is judged.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Watch' })).toBeNull();
    for (const name of ['Done', 'Save a draft']) {
      expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
    }
    await open({}, {}, { rubric: {} });
    expect(screen.queryByText(JUDGING_MESSAGES.judgingOver)).toBeNull();
  });

  test('is given back by a judge who cannot judge the film [FES-09:conflict]', async () => {
    let isRefused = true;
    const { sent } = await open({}, { declareConflict: () => (isRefused ? failing() : {}) });
    await press('I cannot judge this film');
    await screen.findByRole('dialog');
    await type('Why', 'My brother made it.');
    await press('Take me off this film');
    expect(await screen.findByText('We failed to send your answer.')).toBeTruthy();
    expect(address()).toBe('/judging/films/s1');
    isRefused = false;
    await press('Take me off this film');
    await waitFor(() => expect(address()).toBe('/judging/calls/c1'));
    expect(sent('declareConflict')[0]).toMatchObject({ submissionId: 's1', reason: 'My brother made it.' });
  });

  test('stays when the judge closes the question', async () => {
    await open();
    await press('I cannot judge this film');
    await press('Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the judging of a call', () => {
  const ada = { id: 'j1', accountId: 'a1', name: 'Ada', accepted: true, assigned: 3, done: 1, conflicts: 2 };
  const open = (judging: MessageInitShape<typeof GetJudgingResponseSchema>, answers: Answers = {}, mayEdit = true) => {
    let loads = 0;
    const page = <JudgingDesk call={call} mayEdit={mayEdit} judging={create(GetJudgingResponseSchema, judging)} />;
    const shown = showPage(page, {
      loader: () => {
        loads += 1;
      },
      answers,
    });
    return shown.then((calls) => ({ ...calls, loads: () => loads }));
  };

  test('names the judges with what they did; who only reads changes nothing', async () => {
    const judges = [ada, { id: 'j2', accepted: false }, { id: 'j3', name: 'Bo', byMail: true }];
    await open({ judges }, {}, false);
    const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines).toEqual([
      'Ada1 of 3 done, 2 conflicts',
      'Somebody who leftInvited0 of 0 done, 0 conflicts',
      'BoInvited by email0 of 0 done, 0 conflicts',
    ]);
    expect(screen.queryByText('Nobody judges yet.')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    await open({});
    expect(screen.getByText('Nobody judges yet.')).toBeTruthy();
  });

  test('a judge is removed after a question', async () => {
    const removing = later<object>();
    const { sent, loads } = await open({ judges: [ada] }, { removeJudge: removing.answer });
    await click(screen.getAllByRole('button', { name: 'Remove' })[0]);
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Ada as a judge?' }));
    const before = loads();
    await click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(busy('Assign evenly at random')).toBeTruthy();
    await removing.resolve({});
    await seeToast('The judge was removed.');
    expect(sent('removeJudge')).toMatchObject([{ judgeId: 'j1' }]);
    expect(loads()).toBe(before + 1);
    expect(screen.queryByRole('button', { busy: true })).toBeNull();
  });

  test('films are given to judges at random, as many as are chosen', async () => {
    let isRefused = true;
    const message = 'There are too few judges.';
    const { sent, loads } = await open(
      { judges: [ada] },
      {
        assignEvenly: () => (isRefused ? refusing(Code.FailedPrecondition, { message })() : { assigned: 6, short: 1 }),
      },
    );
    const before = loads();
    await press('Assign evenly at random');
    await seeToast(message);
    isRefused = false;
    await type('Judges for each film', '3');
    await press('Assign evenly at random');
    await seeToast('6 assigned, 1 films have fewer judges.');
    expect(sent('assignEvenly')).toMatchObject([{ callId: 'c1', perSubmission: 2 }, { perSubmission: 3 }]);
    expect(loads()).toBe(before + 1);
  });

  test('criteria are changed, added and removed; what fails keeps what was typed [FES-09:rubric]', async () => {
    let isRefused = true;
    const criteria = [
      { id: 'k1', name: 'Story', weight: 60 },
      { id: 'k2', name: 'Sound', weight: 40 },
    ];
    const { sent, loads } = await open(
      { rubric: { scale: 10, criteria, blind: true, notesAudience: NotesAudience.MANAGERS } },
      { saveRubric: () => (isRefused ? failing() : { rubric: { criteria: [{ id: 'k1', name: 'Plot', weight: 7 }] } }) },
    );
    const value = (label: string) => screen.getAllByLabelText(label).map((field) => (field as HTMLInputElement).value);
    expect([value('Criterion'), value('Weight'), value('Scale')]).toEqual([['Story', 'Sound'], ['60', '40'], ['10']]);
    expect(value('Who reads the notes of judges')).toEqual([String(NotesAudience.MANAGERS)]);
    await click(screen.getAllByRole('button', { name: 'Remove' })[1]);
    await press('Add a criterion');
    await press('Save the criteria');
    expect(await screen.findByText(JUDGING_MESSAGES.criterion)).toBeTruthy();
    await click(screen.getAllByRole('button', { name: 'Remove' })[1]);
    await type('Criterion', 'Plot');
    await type('Weight', '7');
    await type('Scale', '5');
    await type('Who reads the notes of judges', String(NotesAudience.NOBODY));
    await click(screen.getByRole('switch', { name: 'Judges do not see who made a film' }));
    await press('Save the criteria');
    expect(await screen.findByText('We failed to save the criteria. Please try again.')).toBeTruthy();
    expect(value('Criterion')).toEqual(['Plot']);
    isRefused = false;
    const before = loads();
    await press('Save the criteria');
    await seeToast('The criteria were saved.');
    expect(sent('saveRubric').at(-1)).toMatchObject({
      ...{ callId: 'c1', scale: 5, blind: false, notesAudience: NotesAudience.NOBODY },
      criteria: [{ id: 'k1', name: 'Plot', weight: 7 }],
    });
    expect(loads()).toBe(before + 1);
  });

  test('a rubric begins with one criterion, to 5, whose notes the desk reads', async () => {
    const { sent } = await open({}, { saveRubric: () => ({ rubric: {} }) });
    await type('Criterion', 'Story');
    await press('Save the criteria');
    await seeToast('The criteria were saved.');
    expect(sent('saveRubric')).toMatchObject([
      { scale: 5, blind: false, notesAudience: NotesAudience.DESK, criteria: [{ id: '', name: 'Story', weight: 1 }] },
    ]);
  });
});

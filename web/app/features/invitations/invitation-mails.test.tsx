import { Code } from '@connectrpc/connect';
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { screen } from '@testing-library/react';
import UnsubscribeRoute from '../../routes/account/unsubscribe.tsx';
import { doing, later, press, showPage } from '../../testing/show-page.tsx';

async function open(answers: Answers = {}, hash = '#token=secret') {
  window.history.replaceState(null, '', `/unsubscribe${hash}`);
  return load(answers, hash);
}

/** Loads the page of the current entry in the history. */
function load(answers: Answers = {}, hash = '') {
  return showPage(<UnsubscribeRoute />, { at: `/unsubscribe${hash}`, path: '/unsubscribe', answers });
}

test('opening the link asks nothing, and the secret leaves the address at once [FLM-05:refuse]', async () => {
  const { sent } = await open();
  expect(await screen.findByRole('heading', { name: 'Stop invitations?' })).toBeTruthy();
  expect(window.location.href).toBe('http://localhost/unsubscribe');
  expect(sent('setInvitationMails')).toEqual([]);
});

test('the button stops invitations, and the next one allows them again [FLM-05:refuse]', async () => {
  const answer = later<object>();
  const { sent } = await open({ setInvitationMails: answer.answer });
  await press('Stop invitations');
  expect(screen.getByRole('button', { name: /Stop invitations/ }).getAttribute('aria-busy')).toBe('true');
  await press(/Stop invitations/);
  await answer.resolve({});
  expect(await screen.findByRole('heading', { name: 'Invitations are stopped' })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('Invitations are stopped');
  await press('Allow invitations again');
  expect(await screen.findByRole('heading', { name: 'Invitations are allowed' })).toBeTruthy();
  expect(sent('setInvitationMails')).toEqual([
    expect.objectContaining({ refusalToken: 'secret', refused: true }),
    expect.objectContaining({ refusalToken: 'secret', refused: false }),
  ]);
  await press('Stop invitations');
  expect(await screen.findByRole('heading', { name: 'Invitations are stopped' })).toBeTruthy();
});

test('who was invited by text, or to judge, reads of neither emails nor filmmakers [FLM-05:refuse]', async () => {
  await open({ setInvitationMails: () => ({}) });
  const read = () => document.body.textContent;
  expect(read()).toContain('at the address or phone number that got this one');
  const reading = [read()];
  for (const name of ['Stop invitations', 'Allow invitations again']) {
    await press(name);
    reading.push(read());
  }
  expect(reading.join(' ')).not.toMatch(/e-?mail|filmmaker/i);
});

test('a reload shows what was done, and it can still be taken back [FLM-05:refuse]', async () => {
  const answers = { setInvitationMails: () => ({}) };
  await open(answers);
  await load(answers);
  await press('Stop invitations');
  const { sent } = await load(answers);
  expect(screen.getByRole('heading', { name: 'Invitations are stopped' })).toBeTruthy();
  await press('Allow invitations again');
  expect(sent('setInvitationMails')).toEqual([expect.objectContaining({ refusalToken: 'secret', refused: false })]);
  await load(answers);
  expect(screen.getByRole('heading', { name: 'Invitations are allowed' })).toBeTruthy();
});

test('the right link that is opened where a wrong one stood is read [FLM-05:refuse]', async () => {
  const { sent } = await open({ setInvitationMails: () => ({}) }, '#token=');
  expect(await screen.findByRole('heading', { name: 'This link did not work' })).toBeTruthy();
  const follow = (hash: string) => {
    window.history.pushState(null, '', `/unsubscribe${hash}`);
    return doing(() => window.dispatchEvent(new HashChangeEvent('hashchange')));
  };
  await follow('#token=right');
  expect(screen.getByRole('heading', { name: 'Stop invitations?' })).toBeTruthy();
  expect(window.location.hash).toBe('');
  // A place on the page is no link.
  await follow('#content');
  await press('Stop invitations');
  expect(sent('setInvitationMails')).toEqual([expect.objectContaining({ refusalToken: 'right' })]);
});

test.each(['', '#token=', '#other=1'])('an address with "%s" says that the link is not complete', async (hash) => {
  const { sent } = await open({}, hash);
  expect(await screen.findByText('This link is not complete. Please open it from the email again.')).toBeTruthy();
  expect(sent('setInvitationMails')).toEqual([]);
});

test('a token that is wrong says that the link is not complete [FLM-05:refuse]', async () => {
  await open({ setInvitationMails: refusing(Code.NotFound, { reason: 'LINK_NOT_VALID', message: 'No.' }) });
  await press('Stop invitations');
  expect(await screen.findByRole('heading', { name: 'This link did not work' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('Please open it from the email again.');
});

test('what could not be saved is said, and can be tried again [FLM-05:refuse]', async () => {
  let isUnavailable = true;
  const { sent } = await open({
    setInvitationMails: () => {
      if (isUnavailable) return failing();
      return {};
    },
  });
  await press('Stop invitations');
  expect((await screen.findByRole('alert')).textContent).toContain('We failed to save this. Please try again.');
  isUnavailable = false;
  await press('Stop invitations');
  expect(await screen.findByRole('heading', { name: 'Invitations are stopped' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent('setInvitationMails')).toHaveLength(2);
});

test.each([
  ['CONNECTION_REQUESTED', 'emails about connect requests'],
  ['ALL', 'emails about notifications'],
])(
  'the link in the mail of a notice (%s) stops %s, and allows them again [SET-13:unsubscribe]',
  async (kind, mails) => {
    const token = `n.00000000-0000-7000-8000-000000000000.${kind}.signature`;
    const { sent } = await open({ setInvitationMails: () => ({}) }, `#token=${token}`);
    expect(await screen.findByRole('heading', { name: `Stop ${mails}?` })).toBeTruthy();
    await press('Stop these emails');
    const name = `${mails.charAt(0).toUpperCase()}${mails.slice(1)}`;
    expect(await screen.findByRole('heading', { name: `${name} are stopped` })).toBeTruthy();
    await press('Allow these emails again');
    expect(await screen.findByRole('heading', { name: `${name} are allowed` })).toBeTruthy();
    expect(sent('setInvitationMails')).toMatchObject([
      { refusalToken: token, refused: true },
      { refusalToken: token, refused: false },
    ]);
  },
);

import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { CallState } from '@marquee/contracts/festival/v1/calls_pb';
import { OrganizationActionKind } from '@marquee/contracts/festival/v1/organization_back_office_pb';
import { OrganizationStatus, OrganizationType } from '@marquee/contracts/festival/v1/organization_pb';
import { TeamRole } from '@marquee/contracts/festival/v1/team_pb';
import { Role } from '@marquee/contracts/identity/v1/account_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { closed, doing, factsIn, press, show } from '../testing/show.tsx';

const lumen = {
  ...{ id: 'f1', name: 'Lumen', type: OrganizationType.MEDIA_CLUB, status: OrganizationStatus.INACTIVE, version: 4n },
  ...{ url: 'lumen', description: 'Films that are light.', organizationDirector: 'd1', directorName: 'Ines Duarte' },
};
const at = (time: string) => timestampFromDate(new Date(time));
const agreement = (until: string) => ({
  ...{ yearsOfContract: 2, createdAt: at('2026-01-10T12:00:00Z'), expirationDate: at(until) },
});
const any = (more: object = {}, signed?: object) => ({ organization: { ...lumen, ...more }, agreement: signed });
const opened = (answers: Answers = {}, one: object = any(), tab = '') =>
  show(`/festivals/f1${tab}`, {
    getAnyOrganization: () => ({ organization: one }),
    listOrganizationActions: () => ({}),
    listAllOrganizations: () => ({}),
    ...answers,
  });
const type = async (label: string | RegExp, value: string) => {
  const field = await screen.findByLabelText(label);
  await doing(() => fireEvent.change(field, { target: { value } }));
};

test('festivals are listed, filtered by the address, searched with / [ADO-01:list] [ADO-06]', async () => {
  const { sent, address } = await show('/festivals?status=inactive', {
    listAllOrganizations: () => ({ organizations: [any({}, agreement('2020-01-01T00:00:00Z'))] }),
    getCurrentUser: () => ({ user: { id: 'a1' } }),
    // The count of nobody but the viewer is answered.
    countUnread: ({ accountId }: { accountId: string }) =>
      accountId === 'a1' ? { unread: 3 } : refusing(Code.NotFound)(),
  });
  const row = within((await screen.findByRole('link', { name: 'Lumen' })).closest('tr') as HTMLElement);
  expect(row.getByText('Media club')).toBeTruthy();
  expect(row.getByRole('link', { name: 'Ines Duarte' }).getAttribute('href')).toBe('/users/d1');
  expect(row.getByText('Expired')).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Notifications, 3 unread' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Activity' }).getAttribute('href')).toBe('/audit');
  expect(sent('listAllOrganizations')).toMatchObject([{ status: OrganizationStatus.INACTIVE, pageSize: 50 }]);
  await doing(() => fireEvent.keyDown(document.body, { key: '/' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Search festivals'));
  await type('Search festivals', 'lum');
  await waitFor(() => expect(address()).toContain('q=lum'));
  await waitFor(() => expect(sent('listAllOrganizations').at(-1)).toMatchObject({ query: 'lum' }));
});

test('what is not known of a festival is a dash [ADO-01]', async () => {
  await opened({}, any({ description: '', organizationDirector: '' }));
  const shown = factsIn(await screen.findByRole('table', { name: 'Overview' }));
  for (const label of ['Description', 'City', 'State', 'Country', 'Language', 'Created', 'Created by']) {
    expect([label, shown[label]]).toEqual([label, '–']);
  }
  expect(shown.Director).toBe('Nobody: the account was closed');
  const place = { city: 'Porto', state: 'Norte', country: 'PT', language: 'pt', createdBy: 'u7', directorName: '' };
  await opened({}, any(place));
  const known = { City: 'Porto', State: 'Norte', Country: 'Portugal', Language: 'Portuguese', 'Created by': 'u7' };
  expect(factsIn(await screen.findByRole('table', { name: 'Overview' }))).toMatchObject({ ...known, Director: 'd1' });
});

test('festivals that fail to load, none, and one that is not there [ADO-01:states]', async () => {
  await show('/festivals', { listAllOrganizations: failing });
  expect(await screen.findByText('Failed to load festivals')).toBeTruthy();
  await show('/festivals', { listAllOrganizations: () => ({}) });
  expect(await screen.findByText('No festivals yet')).toBeTruthy();
  await opened({ getAnyOrganization: refusing(Code.NotFound, { reason: 'ORGANIZATION_NOT_FOUND' }) });
  expect(await screen.findByText('Festival Not Found')).toBeTruthy();
});

test('a festival is founded for a director; what is missing is named, and a refusal keeps what was typed [ADO-01]', async () => {
  const taken = refusing(Code.InvalidArgument, { fields: [{ field: 'url', message: 'This address is taken.' }] });
  const { sent, address } = await show('/festivals/new', {
    getCurrentUser: () => ({ user: { id: 's1', roles: [Role.SUPER_USER] } }),
    searchPeople: () => ({ people: [{ id: 'd2', firstName: 'Nora', lastName: 'Vale' }] }),
    getProfile: () => ({ profile: { id: 'd2', firstName: 'Nora', lastName: 'Vale' } }),
    createOrganizationFor: inTurn(taken, () => ({ organization: any({ id: 'f2' }) })),
    getAnyOrganization: () => ({ organization: any({ id: 'f2' }) }),
  });
  const create = await screen.findByRole<HTMLButtonElement>('button', { name: 'Create festival' });
  // Until it is known what the viewer may do.
  await waitFor(() => expect(create.disabled).toBe(false));
  await press('Create festival');
  expect(await screen.findByText('Please select a User')).toBeTruthy();
  expect(sent('createOrganizationFor')).toEqual([]);
  await type('Director', 'Nora');
  const nora = await screen.findByRole('option', { name: 'Nora Vale' });
  await doing(() => fireEvent.click(nora));
  await type(/^Name/, 'Lumen');
  const [kinds] = screen.getAllByLabelText(/^Type/);
  await doing(() => fireEvent.click(kinds as HTMLElement));
  const club = await screen.findByRole('option', { name: 'Media club', hidden: true });
  await doing(() => fireEvent.click(club));
  await type(/^Description/, 'Films that are light.');
  await type('Custom URL', 'lumen');
  await press('Create festival');
  expect(await screen.findByText('This address is taken.')).toBeTruthy();
  expect((await screen.findByLabelText<HTMLInputElement>(/^Name/)).value).toBe('Lumen');
  await type('Custom URL', 'lumen-two');
  await press('Create festival');
  await waitFor(() => expect(address()).toBe('/festivals/f2'));
  expect(sent('createOrganizationFor').at(-1)).toMatchObject({
    ...{ directorId: 'd2', name: 'Lumen', type: OrganizationType.MEDIA_CLUB, url: 'lumen-two' },
  });
});

test('the Enabled switch asks for the length of a contract first [ADO-04:switch]', async () => {
  const field = { field: 'organizationDirectorContractYears', message: 'Please enter the length of the contract.' };
  const { sent } = await opened({
    setOrganizationStatus: inTurn(refusing(Code.InvalidArgument, { fields: [field] }), () => ({})),
  });
  expect(await screen.findByText(/^No agreement yet/)).toBeTruthy();
  await doing(() => fireEvent.click(screen.getByRole('switch', { name: /^Enabled/ })));
  await type(/^Contract length in years/, '0');
  await press('Enable');
  expect(await screen.findByText('Please enter the length of the contract: 1 to 10 years.')).toBeTruthy();
  expect(sent('setOrganizationStatus')).toMatchObject([{ organizationDirectorContractYears: 0 }]);
  await type(/^Contract length in years/, '3');
  await press('Enable');
  await closed();
  expect(sent('setOrganizationStatus').slice(1)).toMatchObject([
    { festivalId: 'f1', status: OrganizationStatus.ACTIVE, organizationDirectorContractYears: 3, expectedVersion: 4n },
  ]);
});

test('a director who needs no contract is enabled at once [ADO-04:switch]', async () => {
  const { sent } = await opened({ setOrganizationStatus: () => ({}) });
  await screen.findByText(/^No agreement yet/);
  await doing(() => fireEvent.click(screen.getByRole('switch', { name: /^Enabled/ })));
  expect(await screen.findByText(/is enabled\.$/)).toBeTruthy();
  expect(sent('setOrganizationStatus')).toMatchObject([{ organizationDirectorContractYears: 0 }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a switch that fails says so, and an agreement is Approved until it ends [ADO-04]', async () => {
  const until = new Date(Date.now() + 86_400_000).toISOString();
  await opened({ setOrganizationStatus: failing }, any({ status: OrganizationStatus.ACTIVE }, agreement(until)));
  expect(await screen.findByText('Approved')).toBeTruthy();
  const table = within(screen.getByRole('table', { name: 'Agreement' }));
  expect(table.getByText('Jan 10, 2026')).toBeTruthy();
  await doing(() => fireEvent.click(screen.getByRole('switch', { name: /^Enabled/ })));
  expect(await screen.findByText('Failed to toggle approval')).toBeTruthy();
  await opened({}, any({}, agreement('2020-01-01T00:00:00Z')));
  expect(await screen.findByText('Expired')).toBeTruthy();
});

test.each([
  ['name', 'Name', 'Failed to update festival name'],
  ['custom url', 'Custom URL', 'Failed to update festival custom url'],
  ['description', 'Description', 'Failed to update festival description'],
])(
  'the %s is edited; nothing typed saves nothing, and a failure is named [ADO-03:dialogs]',
  async (_n, label, text) => {
    const { sent } = await opened({ updateOrganization: failing });
    await press(`Edit ${label.toLowerCase()}`);
    const dialog = async () => within(await screen.findByRole('dialog'));
    const field = await (await dialog()).findByLabelText(label);
    await doing(() => fireEvent.change(field, { target: { value: '' } }));
    await press('Save');
    await closed();
    expect(sent('updateOrganization')).toEqual([]);
    await press(`Edit ${label.toLowerCase()}`);
    const again = await (await dialog()).findByLabelText(label);
    await doing(() => fireEvent.change(again, { target: { value: 'something-else' } }));
    await press('Save');
    expect(await screen.findByText(text)).toBeTruthy();
  },
);

test('the director is changed with a reason [ADO-03:director]', async () => {
  const { sent } = await opened({
    searchPeople: () => ({ people: [{ id: 'd2', firstName: 'Nora', lastName: 'Vale' }] }),
    getProfile: () => ({ profile: { id: 'd2', firstName: 'Nora', lastName: 'Vale' } }),
    changeFestivalDirector: failing,
  });
  await press('Edit director');
  await type('Director', 'Nora');
  const nora = await screen.findByRole('option', { name: 'Nora Vale' });
  await doing(() => fireEvent.click(nora));
  await type(/^Reason/, 'They asked for it');
  await press('Change the director');
  await waitFor(() =>
    expect(sent('changeFestivalDirector')).toMatchObject([{ directorId: 'd2', expectedVersion: 4n }]),
  );
  expect(await screen.findByText(/^Failed to change festival director/)).toBeTruthy();
});

test('the team, the fan club and the history have their tabs [ADO-02:tabs]', async () => {
  const members = [{ accountId: 'a1', name: 'Mara Lind', role: TeamRole.DOOR, accepted: false }];
  const { sent } = await opened(
    { listTeam: () => ({ members, canChange: true }), removeTeamMember: () => ({}) },
    any(),
    '?tab=team',
  );
  expect(await screen.findByText('Invited')).toBeTruthy();
  await press('Remove');
  await press('Take out');
  await waitFor(() => expect(sent('removeTeamMember')).toMatchObject([{ accountId: 'a1' }]));

  await opened({}, any(), '?tab=fan-club');
  expect(await screen.findByRole('img', { name: /^QR code of .*\/festivals\/f1$/ })).toBeTruthy();

  const actions = [
    {
      ...{ id: '1', kind: OrganizationActionKind.DIRECTOR_CHANGED, actorId: 's1', actorName: 'Sam Staff' },
      ...{ reason: 'They asked for it', changes: [{ field: 'directorId', before: 'd0', after: 'd1' }] },
    },
  ];
  await opened({ listOrganizationActions: () => ({ actions }) }, any(), '?tab=history');
  expect(await screen.findByText('Given to another director')).toBeTruthy();
  expect(screen.getByText('Director: d0 → d1')).toBeTruthy();
});

test('a festival is deleted with a reason [ADO-01:delete]', async () => {
  const { sent, address } = await opened({ deleteOrganization: () => ({}) });
  await press('Delete');
  await type(/^Reason/, 'It was a mistake');
  await press('Delete festival');
  await waitFor(() => expect(address()).toBe('/festivals'));
  expect(await screen.findByText(/ was deleted\.$/)).toBeTruthy();
  expect(sent('deleteOrganization')).toMatchObject([{ festivalId: 'f1', reason: 'It was a mistake' }]);
});

test('calls for submissions have a tab with their counts, which a media club does not have [ADO-02:submissions] [FES-06:submissions]', async () => {
  const call = { id: 'c1', title: 'Shorts of the year', state: CallState.OPEN, closesAt: at('2026-12-01T12:00:00Z') };
  const counts = { submitted: 12, undecided: 5, selected: 4, waitlisted: 2, notSelected: 1 };
  const listFestivalCalls = () => ({ calls: [{ call, ...counts }], takesSubmissions: true });
  await opened({ listFestivalCalls }, any({ type: OrganizationType.FILM_FESTIVAL }), '?tab=submissions');
  const row = within((await screen.findByRole('link', { name: 'Shorts of the year' })).closest('tr') as HTMLElement);
  for (const shown of ['Open', '12', '5', '4', '2', '1']) expect(row.getByText(shown)).toBeTruthy();
  await closed();
  await opened({ listFestivalCalls: failing }, any({ type: OrganizationType.FILM_FESTIVAL }), '?tab=submissions');
  expect(await screen.findByText('Failed to load submissions')).toBeTruthy();
  await closed();
  await opened({}, any());
  expect(await screen.findByRole('tab', { name: 'Team' })).toBeTruthy();
  expect(screen.queryByRole('tab', { name: 'Submissions' })).toBeNull();
});

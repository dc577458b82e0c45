import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { OrganizationActionKind } from '@marquee/contracts/festival/v1/organization_back_office_pb';
import {
  OrganizationPictureKind,
  OrganizationStatus,
  OrganizationType,
} from '@marquee/contracts/festival/v1/organization_pb';
import { EventStatus } from '@marquee/contracts/festival/v1/programme_pb';
import { TeamRole } from '@marquee/contracts/festival/v1/team_pb';
import { Role } from '@marquee/contracts/identity/v1/account_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { drawPictures } from '../testing/draw-pictures.ts';
import { closed, doing, press, show } from '../testing/show.tsx';

const lumen = {
  ...{ id: 'f1', name: 'Lumen', type: OrganizationType.FILM_FESTIVAL, status: OrganizationStatus.INACTIVE },
  ...{ url: 'lumen', description: 'Films that are light.', organizationDirector: 'd1', version: 4n },
};
const refused = refusing(Code.PermissionDenied, { message: 'Only its director does that.' });
const opened = (answers: Answers, tab = '', more: object = {}) =>
  show(`/festivals/f1${tab && `?tab=${tab}`}`, {
    getAnyOrganization: () => ({ organization: { organization: { ...lumen, ...more } } }),
    listAllOrganizations: () => ({}),
    ...answers,
  });
const type = async (label: string | RegExp, value: string) => {
  const field = await screen.findByLabelText(label);
  await doing(() => fireEvent.change(field, { target: { value } }));
};
const nora = { id: 'd2', firstName: 'Nora', lastName: 'Vale' };
const findable: Answers = { searchPeople: () => ({ people: [nora] }), getProfile: () => ({ profile: nora }) };

describe('the team', () => {
  const listTeam = () => ({
    members: [
      {
        accountId: 'a1',
        name: 'Mara Lind',
        role: TeamRole.DOOR,
        accepted: true,
        addedAt: timestampFromDate(new Date(0)),
      },
      { accountId: 'a2', name: '', role: TeamRole.MANAGER, accepted: false },
    ],
  });

  test('somebody is invited as door, a role is changed, and the team is loaded again', async () => {
    const people = [nora, { id: 'a1', firstName: 'Mara', lastName: 'Lind' }];
    const { sent } = await opened(
      { listTeam, inviteTeamMember: () => ({}), setTeamRole: () => ({}), searchPeople: () => ({ people }) },
      'team',
    );
    await type(/^Invite somebody/, 'Nora');
    await screen.findByRole('option', { name: 'Nora Vale' });
    // Who is in the team is not offered.
    expect(screen.queryByRole('option', { name: 'Mara Lind' })).toBeNull();
    await press('Nora Vale', 'option');
    const invited = { festivalId: 'f1', personId: 'd2', role: TeamRole.DOOR };
    await waitFor(() => expect(sent('inviteTeamMember')).toMatchObject([invited]));
    await waitFor(() => expect(sent('listTeam')).toHaveLength(2));

    const [role] = screen.getAllByLabelText('Role of Mara Lind');
    await doing(() => fireEvent.click(role as HTMLElement));
    const [programmer] = await screen.findAllByRole('option', { name: 'Programmer' });
    await doing(() => fireEvent.click(programmer as HTMLElement));
    const changed = { festivalId: 'f1', accountId: 'a1', role: TeamRole.PROGRAMMER };
    await waitFor(() => expect(sent('setTeamRole')).toMatchObject([changed]));
  });

  test('who has no name is named by id, and a refusal says why', async () => {
    const { sent } = await opened({ listTeam, removeTeamMember: refused }, 'team');
    const row = within((await screen.findByRole('link', { name: 'a2' })).closest('tr') as HTMLElement);
    expect(row.getAllByLabelText('Role of a2').length).toBeGreaterThan(0);
    await doing(() => fireEvent.click(row.getByRole('button', { name: 'Remove' })));
    expect(await screen.findByText('Take this person out of the team?')).toBeTruthy();
    await press('Take out');
    expect(await screen.findByText('We failed to change the team.')).toBeTruthy();
    expect(screen.getByText('Only its director does that.')).toBeTruthy();
    expect(sent('removeTeamMember')).toMatchObject([{ festivalId: 'f1', accountId: 'a2' }]);
  });

  test('nobody is in it, or it fails to load', async () => {
    await opened({ listTeam: () => ({}) }, 'team');
    expect(await screen.findByText('Nobody is in the team yet')).toBeTruthy();
    const { sent } = await opened({ listTeam: inTurn<[], object>(failing, listTeam) }, 'team');
    expect(await screen.findByText('Failed to load the team')).toBeTruthy();
    await press('Try again');
    expect(await screen.findByRole('link', { name: 'Mara Lind' })).toBeTruthy();
    expect(sent('listTeam')).toHaveLength(2);
  });
});

describe('its pictures', () => {
  beforeEach(drawPictures);
  const choose = async (index: number, files: File[]) => {
    await screen.findByRole('button', { name: 'Upload logo' });
    const inputs = document.querySelectorAll('input[type=file]');
    await doing(() => fireEvent.change(inputs[index] as Element, { target: { files } }));
  };
  const file = new File(['x'], 'lumen.jpg', { type: 'image/jpeg' });

  test('a logo is the middle square of a file, a header image its middle 16 by 9 [ADO-03:pictures]', async () => {
    const { sent } = await opened({ setOrganizationPicture: () => ({}) });
    await choose(0, [file]);
    const logo = { festivalId: 'f1', kind: OrganizationPictureKind.LOGO, data: new Uint8Array([30, 30]) };
    await waitFor(() => expect(sent('setOrganizationPicture')).toMatchObject([logo]));
    await waitFor(() => expect(sent('getAnyOrganization')).toHaveLength(2));
    await choose(1, [file]);
    const header = { kind: OrganizationPictureKind.HEADER_IMAGE, data: new Uint8Array([40, 22]) };
    await waitFor(() => expect(sent('setOrganizationPicture')).toMatchObject([logo, header]));
    // A dialog of the browser that was cancelled.
    await choose(0, []);
    expect(sent('setOrganizationPicture')).toHaveLength(2);
    expect(screen.queryByText(/^We failed/)).toBeNull();
  });

  test('a picture is shown and removed; a refusal says why [ADO-03:pictures]', async () => {
    const { sent } = await opened({ setOrganizationPicture: refused }, '', {
      organizationLogo: { uri: '/media/images/logo' },
    });
    expect((await screen.findByRole('img', { name: 'Logo' })).getAttribute('src')).toBe('/media/images/logo/320.jpg');
    expect(screen.queryByRole('button', { name: 'Remove header image' })).toBeNull();
    await press('Remove logo');
    expect(await screen.findByText('We failed to change the logo')).toBeTruthy();
    expect(screen.getByText('Only its director does that.')).toBeTruthy();
    expect(sent('setOrganizationPicture')).toMatchObject([{ data: new Uint8Array(0) }]);
  });
});

describe('the page of a festival', () => {
  test('a tab has its address, the overview has none of its own [ADO-02:address]', async () => {
    const { address } = await opened({ listTeam: () => ({}) });
    await press('Team', 'tab');
    expect(address()).toBe('/festivals/f1?tab=team');
    await press('Overview', 'tab');
    expect(address()).toBe('/festivals/f1');
  });

  test('what is saved is loaded again: a name, another director, Enabled', async () => {
    const { sent } = await opened({
      ...findable,
      updateOrganization: () => ({}),
      changeFestivalDirector: () => ({}),
      setOrganizationStatus: () => ({}),
    });
    await press('Edit name');
    await type('Name', 'Lumen Two');
    await press('Save');
    await closed();
    expect(sent('updateOrganization')).toMatchObject([{ festivalId: 'f1', name: 'Lumen Two', expectedVersion: 4n }]);
    await waitFor(() => expect(sent('getAnyOrganization')).toHaveLength(2));

    await press('Edit director');
    await type('Director', 'Nora');
    await press('Nora Vale', 'option');
    await type(/^Reason/, 'They asked for it');
    await press('Change the director');
    expect(await screen.findByText('Lumen has another director now.')).toBeTruthy();
    await waitFor(() => expect(sent('getAnyOrganization')).toHaveLength(3));

    await doing(() => fireEvent.click(screen.getByRole('switch', { name: /^Enabled/ })));
    expect(await screen.findByText('Lumen is enabled.')).toBeTruthy();
    await waitFor(() => expect(sent('getAnyOrganization')).toHaveLength(4));
  });

  test('a contract of 1 to 10 years; only a refusal for its length asks for it [ADO-04:contract]', async () => {
    const about = { fields: [{ field: 'organizationDirectorContractYears', message: 'How long is the contract?' }] };
    const asks = refusing(Code.InvalidArgument, { ...about, message: 'How long is the contract?' });
    const { sent } = await opened({ setOrganizationStatus: inTurn(failing, asks) });
    const enable = () => press(/^Enabled/, 'switch');
    await enable();
    expect(await screen.findByText('Failed to toggle approval')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    await enable();
    await type(/^Contract length in years/, '11');
    await press('Enable');
    const wrong = 'Please enter the length of the contract: 1 to 10 years.';
    expect(await screen.findByText(wrong)).toBeTruthy();
    for (const years of ['1', '10']) {
      await type(/^Contract length in years/, years);
      await press('Enable');
      expect(screen.queryByText(wrong)).toBeNull();
      await waitFor(() =>
        expect(sent('setOrganizationStatus').at(-1)).toMatchObject({
          organizationDirectorContractYears: Number(years),
        }),
      );
    }
    // The length was given, so that the refusal is said and not asked about again.
    expect((await screen.findAllByText('How long is the contract?')).length).toBeGreaterThan(0);
  });

  test('only what everybody sees has a link to its public page', async () => {
    await opened({});
    await screen.findByRole('button', { name: 'Delete' });
    expect(screen.queryByRole('link', { name: 'Public page' })).toBeNull();
    for (const [url, href] of [
      ['lumen', '/festivals/lumen'],
      ['', '/festivals/f1'],
    ]) {
      await opened({}, '', { status: OrganizationStatus.ACTIVE, url });
      expect((await screen.findByRole('link', { name: 'Public page' })).getAttribute('href')).toBe(href);
    }
  });

  test('a director without a name is named by id, and a festival without one says so', async () => {
    await opened({});
    expect((await screen.findByRole('link', { name: 'd1' })).getAttribute('href')).toBe('/users/d1');
    await opened({}, '', { organizationDirector: '' });
    expect(await screen.findByText('Nobody: the account was closed')).toBeTruthy();
  });

  test('it fails to load, is not for the viewer, or is not deleted, and says so', async () => {
    await opened({ getAnyOrganization: failing });
    expect(await screen.findByText('Failed to load festivals')).toBeTruthy();
    await opened({ getAnyOrganization: refusing(Code.PermissionDenied) });
    expect(await screen.findByText("You don't have access to this page.")).toBeTruthy();
    const { address } = await opened({ deleteOrganization: refused });
    await press('Delete');
    await type(/^Reason/, 'It was a mistake');
    await press('Delete festival');
    expect(await screen.findByText('Only its director does that.')).toBeTruthy();
    expect(address()).toBe('/festivals/f1');
  });

  test('its history names what was set and what was removed, and Marquee where nobody did it', async () => {
    const changes = [
      { field: 'city', before: '', after: 'Porto' },
      { field: 'state', before: 'Norte', after: '' },
    ];
    const actions = [{ id: '1', kind: OrganizationActionKind.EDITED, changes }];
    await opened({ listOrganizationActions: () => ({ actions }) }, 'history');
    expect(await screen.findByText('City: – → Porto')).toBeTruthy();
    expect(screen.getByText('State: Norte → –')).toBeTruthy();
    expect(screen.getByText('Marquee')).toBeTruthy();
  });

  test('a page of events that fails leaves the ones before it', async () => {
    const events = [{ id: 'e1', name: 'Opening night', status: EventStatus.PUBLISHED }];
    const first = () => ({ events, nextCursor: 'next' });
    const last = () => ({ events: [{ id: 'e2', name: 'Closing night', status: EventStatus.DRAFT }] });
    const { sent } = await opened({ listFestivalEvents: inTurn<[], object>(first, failing, last) }, 'events');
    await press('Load more');
    await press('Try again');
    expect(await screen.findByText('All 2 events')).toBeTruthy();
    expect(['Opening night', 'Closing night'].map((name) => screen.getAllByRole('link', { name }).length)).toEqual([
      1, 1,
    ]);
    expect(sent('listFestivalEvents').map(({ cursor }) => cursor)).toEqual(['', 'next', 'next']);
    await opened({ listFestivalEvents: () => ({ events }) }, 'events');
    expect(await screen.findByText('One event')).toBeTruthy();
    expect(screen.getByText('Not on sale')).toBeTruthy();
  });

  test('its QR code keeps a white border of four squares, which scanners need', async () => {
    await opened({}, 'fan-club');
    const code = await screen.findByRole('img', { name: /^QR code/ });
    const [left, top, width] = (code.getAttribute('viewBox') ?? '').split(' ').map(Number);
    expect([left, top]).toEqual([-4, -4]);
    // 25, 29, 33 … squares a side.
    expect(((width ?? 0) - 8 - 17) % 4).toBe(0);
  });
});

describe('the list of festivals', () => {
  const list = (organizations: object[] = []) => ({
    listAllOrganizations: () => ({ organizations: organizations.map((organization) => ({ organization })) }),
    countUnread: () => ({}),
  });

  test('it is filtered by status and type, which are in its address [ADO-01:filters]', async () => {
    const { sent, address } = await show('/festivals?type=nonsense', list());
    expect(await screen.findByText('No festival matches')).toBeTruthy();
    expect(sent('listAllOrganizations')).toMatchObject([{ type: OrganizationType.UNSPECIFIED, status: 0 }]);
    await press('Active', 'radio');
    await waitFor(() => expect(address()).toBe('/festivals?type=nonsense&status=active'));
    await press('All', 'radio');
    await waitFor(() => expect(address()).toBe('/festivals?type=nonsense'));
    const [kinds] = screen.getAllByLabelText('Type');
    await doing(() => fireEvent.click(kinds as HTMLElement));
    expect(screen.queryByRole('option', { name: '–' })).toBeNull();
    await press('Cinema', 'option');
    await waitFor(() => expect(address()).toBe(`/festivals?type=${OrganizationType.CINEMA}`));
    await waitFor(() => expect(sent('listAllOrganizations').at(-1)).toMatchObject({ type: OrganizationType.CINEMA }));
  });

  test('it counts its rows, names no director where there is none, and nothing unread', async () => {
    const { organizationDirector: _none, ...alone } = lumen;
    await show('/festivals', list([{ ...alone, city: 'Porto', country: 'PT' }]));
    const row = within((await screen.findByRole('link', { name: 'Lumen' })).closest('tr') as HTMLElement);
    const cells = row.getAllByRole('cell').map(({ textContent }) => textContent);
    expect(cells.slice(1)).toEqual(['Film festival', '–', 'Porto, Portugal', 'INACTIVE', '–', '–']);
    expect(screen.getByText('One festival')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Notifications' })).toBeTruthy();
    await show('/festivals', list([lumen, { ...lumen, id: 'f2' }]));
    expect(await screen.findByText('All 2 festivals')).toBeTruthy();
    await show('/festivals', { listAllOrganizations: refusing(Code.PermissionDenied) });
    expect(await screen.findByText("You don't have access to this page.")).toBeTruthy();
  });

  test('a festival is not founded without a director, and a refusal without a field is said', async () => {
    const { sent } = await show('/festivals/new', {
      ...findable,
      getCurrentUser: () => ({ user: { id: 's1', roles: [Role.SUPER_USER] } }),
      createOrganizationFor: failing,
    });
    const create = await screen.findByRole<HTMLButtonElement>('button', { name: 'Create festival' });
    await waitFor(() => expect(create.disabled).toBe(false));
    await type(/^Name/, 'Lumen');
    const [kinds] = screen.getAllByLabelText(/^Type/);
    await doing(() => fireEvent.click(kinds as HTMLElement));
    await press('Media club', 'option');
    await type(/^Description/, 'Films that are light.');
    await press('Create festival');
    expect((await screen.findByRole('alert')).textContent).toBe('Please select a User');
    expect(sent('createOrganizationFor')).toEqual([]);
    await type('Director', 'Nora');
    await press('Nora Vale', 'option');
    await press('Create festival');
    expect((await screen.findByRole('alert')).textContent).toMatch(/try again/i);
  });
});

import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import {
  OrganizationStanding,
  OrganizationStatus,
  OrganizationType,
} from '@marquee/contracts/festival/v1/organization_pb';
import { TeamRole } from '@marquee/contracts/festival/v1/team_pb';
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openRoute, sentTo } from '../../testing/open-route.tsx';
import * as fanClub from './fan-club.tsx';
import * as festival from './festival.tsx';
import * as festivals from './festivals.tsx';
import * as foundOrganization from './found-organization.tsx';
import * as overview from './overview.tsx';
import * as own from './own-organizations.tsx';
import * as team from './team.tsx';

const lumen = {
  ...{ id: 'f1', name: 'Lumen', type: OrganizationType.FILM_FESTIVAL, status: OrganizationStatus.ACTIVE },
  ...{ description: 'Films that are light.', url: 'lumen', city: 'Porto', country: 'PT', version: 3n },
  ...{ organizationDirector: 'd1', directorName: 'Ines Duarte' },
};
const managed: Answers = {
  getOrganization: () => ({ organization: lumen, canManage: true, standing: OrganizationStanding.DIRECTOR }),
};
const opening = {
  ...{ id: 'e1', festivalId: 'f1', festivalName: 'Lumen', festivalUrl: 'lumen', name: 'Opening night' },
  ...{ startTime: timestampFromDate(new Date('2027-03-01T20:00:00Z')), timeZone: 'Europe/Lisbon' },
  ...{ endTime: timestampFromDate(new Date('2027-03-01T22:00:00Z')), eventVirtual: true },
};
const director = aPerson({ talents: ['Festival Director'] });
const heading = async () => (await screen.findByRole('heading', { level: 1 })).textContent;
const path = '/user/orgs/:festivalId';

test('festivals are listed with their kind and place, each with its address [FES-01:pages]', async () => {
  const list = { organizations: [lumen, { ...lumen, id: 'f2', name: 'Zenith', url: '' }] };
  const { sent } = await openRoute(festivals, '/festivals?q=lu&type=FILM_FESTIVAL', {
    path: '/festivals',
    answers: { listOrganizations: () => list, listUpcomingEvents: () => ({ events: [opening] }) },
  });
  expect(await heading()).toBe('Festivals');
  expect(screen.getByRole('link', { name: 'Lumen' }).getAttribute('href')).toBe('/festivals/lumen');
  expect(screen.getByRole('link', { name: 'Zenith' }).getAttribute('href')).toBe('/festivals/f2');
  expect(screen.getAllByText('Film festival · Porto, Portugal')).toHaveLength(2);
  expect(screen.getByText('All 2 festivals.')).toBeTruthy();
  expect(sent('listOrganizations')).toMatchObject([
    { query: 'lu', type: OrganizationType.FILM_FESTIVAL, pageSize: 24 },
  ]);
  // Who looks for something looks for a festival.
  expect(sent('listUpcomingEvents')).toEqual([]);

  await openRoute(festivals, '/festivals', {
    path: '/festivals',
    answers: { listOrganizations: () => list, listUpcomingEvents: () => ({ events: [opening] }) },
  });
  const next = within(await screen.findByRole('region', { name: 'Next events' }));
  expect(next.getByRole('link', { name: 'Opening night' }).getAttribute('href')).toBe('/events/e1');
  expect(next.getByRole('link', { name: 'Lumen' }).getAttribute('href')).toBe('/festivals/lumen');
});

test('there are no festivals yet, or none that match, or they fail to load [FES-08]', async () => {
  const open = (at: string, answers: Answers) =>
    openRoute(festivals, at, { path: '/festivals', answers: { listUpcomingEvents: () => ({}), ...answers } });
  await open('/festivals', { listOrganizations: () => ({}) });
  expect(await screen.findByText('No festivals yet')).toBeTruthy();
  await open('/festivals?q=nothing', { listOrganizations: () => ({}) });
  expect(await screen.findByText('No festival matches')).toBeTruthy();

  let calls = 0;
  const more: Answers = {
    listOrganizations: () => (calls++ === 0 ? { organizations: [lumen], nextCursor: 'next' } : failing()),
  };
  await open('/festivals', more);
  fireEvent.click(await screen.findByRole('button', { name: 'Show more festivals' }));
  expect(await screen.findByText('Failed to load festivals')).toBeTruthy();
});

test('the page of a festival says who, where and what it is; one that is not there is not found [FES-01] [FES-08]', async () => {
  const open = (answers: Answers) =>
    openRoute(festival, '/festivals/lumen', { path: '/festivals/:festivalId', answers });
  const events = [opening];
  await open({ getOrganization: () => ({ organization: lumen }), listEvents: () => ({ events }) });
  expect(await heading()).toBe('Lumen');
  expect(screen.getByRole('link', { name: 'Opening night' }).getAttribute('href')).toBe('/events/e1');
  expect(screen.getByText('Porto, Portugal')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Directed by Ines Duarte' }).getAttribute('href')).toBe('/profile/d1');
  await open({ getOrganization: () => ({ organization: lumen }), listEvents: () => ({}) });
  expect(await screen.findByText('No events are planned')).toBeTruthy();
  await open({
    listEvents: () => ({}),
    getOrganization: refusing(Code.NotFound, { reason: 'ORGANIZATION_NOT_FOUND', message: 'Festival Not Found' }),
  });
  expect(await heading()).toBe('Festival Not Found');
  expect(festival.handle.publicPage.tags({ festivalId: 'LUMEN' })).toEqual(['festival:lumen']);
});

test('who is signed in sees their organizations; directors found one [NET-05]', async () => {
  const at = '/user/orgs';
  const answers: Answers = {
    listOwnOrganizations: () => ({ organizations: [{ ...lumen, status: OrganizationStatus.INACTIVE }] }),
    listOwnTeamInvitations: () => ({ invitations: [{ organization: { ...lumen, id: 'f2' }, role: TeamRole.DOOR }] }),
    answerTeamInvitation: () => ({}),
  };
  await openRoute(own, at, { path: at });
  await waitFor(() => expect(sentTo()).toBe(`/sign-in?${new URLSearchParams({ returnTo: at })}`));
  await openRoute(own, at, {
    ...{ path: at, viewer: aPerson() },
    answers: { listOwnOrganizations: () => ({}), listOwnTeamInvitations: () => ({}) },
  });
  expect(await screen.findByText('You have no organizations yet')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'New organization' })).toBeNull();

  const { sent } = await openRoute(own, at, { path: at, viewer: director, answers });
  expect((await screen.findByRole('link', { name: 'Lumen' })).getAttribute('href')).toBe('/user/orgs/f1');
  expect(screen.getByText('Inactive')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'New organization' }).getAttribute('href')).toBe('/user/orgs/new');
  fireEvent.click(screen.getByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(sent('answerTeamInvitation')).toMatchObject([{ festivalId: 'f2', accept: true }]));
});

test('a director founds an organization, and keeps what was typed when it fails', async () => {
  const at = '/user/orgs/new';
  await openRoute(foundOrganization, at, { path: at, viewer: aPerson() });
  expect(await heading()).toBe("You don't have access to this page.");
  let refused = true;
  const { sent } = await openRoute(foundOrganization, at, {
    ...{ path: at, viewer: director },
    answers: {
      createOrganization: () => (refused ? failing() : { organization: lumen }),
    },
  });
  const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fireEvent.click(screen.getByRole('button', { name: 'Found organization' }));
  expect(await screen.findByText('Please enter a name of 2 to 90 characters.')).toBeTruthy();
  type(/^Name/, 'Lumen');
  type(/^Kind of organization/, 'FILM_FESTIVAL');
  type(/^Description/, 'Films that are light.');
  fireEvent.click(screen.getByRole('button', { name: 'Found organization' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect((screen.getByLabelText(/^Name/) as HTMLInputElement).value).toBe('Lumen');
  refused = false;
  fireEvent.click(screen.getByRole('button', { name: 'Found organization' }));
  await waitFor(() => expect(sentTo()).toBe('/user/orgs/f1'));
  expect(sent('createOrganization').at(-1)).toMatchObject({ name: 'Lumen', type: OrganizationType.FILM_FESTIVAL });
});

test('a director edits each part; nothing typed saves nothing, and a conflict is reported [ADO-03:fields]', async () => {
  let conflict = false;
  const { sent } = await openRoute(overview, '/user/orgs/f1', {
    ...{ path, viewer: director },
    answers: {
      ...managed,
      updateOrganization: () => {
        if (!conflict) return { organization: lumen };
        const message = 'This organization was changed in another place.';
        return refusing(Code.Aborted, { reason: 'ORGANIZATION_CHANGED', message: message })();
      },
    },
  });
  const name = (await screen.findByLabelText(/^Name/)) as HTMLInputElement;
  const save = screen.getAllByRole('button', { name: 'Save' })[0] as HTMLElement;
  fireEvent.change(name, { target: { value: ' ' } });
  fireEvent.click(save);
  await waitFor(() => expect(name.value).toBe('Lumen'));
  expect(sent('updateOrganization')).toEqual([]);

  fireEvent.change(name, { target: { value: 'Lumen Two' } });
  fireEvent.click(save);
  await waitFor(() => expect(sent('updateOrganization')).toMatchObject([{ name: 'Lumen Two', expectedVersion: 3n }]));
  conflict = true;
  fireEvent.change(name, { target: { value: 'Lumen Three' } });
  fireEvent.click(save);
  expect(await screen.findByText('Failed to update festival name')).toBeTruthy();
  expect(screen.getByText('This organization was changed in another place.')).toBeTruthy();
  expect(name.value).toBe('Lumen Three');
});

test('who only sees an organization does not manage it; a door sees it and edits nothing', async () => {
  const open = (answers: Answers) => openRoute(overview, '/user/orgs/f1', { path, viewer: aPerson(), answers });
  await open({ getOrganization: () => ({ organization: lumen }) });
  expect(await heading()).toBe("You don't have access to this page.");
  await open({
    getOrganization: () => ({ organization: lumen, canManage: true, standing: OrganizationStanding.DOOR }),
  });
  expect(await heading()).toBe('Lumen');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await open({
    getOrganization: () => ({ organization: lumen, canManage: true, standing: OrganizationStanding.MANAGER }),
  });
  expect(await screen.findAllByRole('button', { name: 'Save' })).not.toEqual([]);
  await openRoute(overview, '/user/orgs/f1', { path });
  await waitFor(() => expect(sentTo()).toMatch(/^\/sign-in\?/));
});

test('the team with its roles and who is invited; a director changes it [FES-06:team]', async () => {
  const members = [
    { accountId: 'a1', name: 'Mara Lind', role: TeamRole.DOOR, accepted: true },
    { accountId: 'a2', name: 'Olu Bade', role: TeamRole.MANAGER, accepted: false },
  ];
  const { sent } = await openRoute(team, '/user/orgs/f1/team', {
    ...{ path: `${path}/team`, viewer: director },
    answers: {
      ...managed,
      listTeam: () => ({ members, canChange: true }),
      setTeamRole: () => ({}),
      removeTeamMember: () => ({}),
    },
  });
  expect(await screen.findByText('Invited')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Role of Mara Lind'), { target: { value: 'PROGRAMMER' } });
  await waitFor(() => expect(sent('setTeamRole')).toMatchObject([{ accountId: 'a1', role: TeamRole.PROGRAMMER }]));
  fireEvent.click(await screen.findByRole('button', { name: 'Take back' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove', hidden: false }));
  await waitFor(() => expect(sent('removeTeamMember')).toMatchObject([{ accountId: 'a2' }]));
});

test('the fan club has the public link with the id as a QR code [FES-06:fan-club]', async () => {
  await openRoute(fanClub, '/user/orgs/f1/fan-club', {
    ...{ path: `${path}/fan-club`, viewer: director, answers: managed },
  });
  expect(await screen.findByRole('img', { name: 'QR code of https://marquee.example/festivals/f1' })).toBeTruthy();
});

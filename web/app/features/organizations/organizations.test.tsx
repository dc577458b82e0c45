import { create } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import {
  OrganizationPictureKind,
  OrganizationSchema,
  OrganizationStatus,
  OrganizationType,
} from '@marquee/contracts/festival/v1/organization_pb';
import { TeamRole } from '@marquee/contracts/festival/v1/team_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { address, doing, later, press, seeToast, showPage, type } from '../../testing/show-page.tsx';
import { festivalMeta } from './festival-meta.ts';
import { FestivalPage } from './festival-page.tsx';
import { FestivalsPage } from './festivals-page.tsx';
import { FoundOrganization } from './found-organization.tsx';
import { ManageFrame } from './manage-frame.tsx';
import { filtersOf } from './organization-filters.ts';
import { OrganizationOverview } from './organization-overview.tsx';
import { organizationView } from './organization-view.ts';
import { OwnOrganizations } from './own-organizations.tsx';
import { PersonChoice } from './person-choice.tsx';
import { TeamInvitations } from './team-invitations.tsx';
import { type MemberView, TeamPage } from './team-page.tsx';

const lumen = (more: object = {}) =>
  organizationView(
    create(OrganizationSchema, {
      ...{ id: 'f1', name: 'Lumen', type: OrganizationType.FILM_FESTIVAL, status: OrganizationStatus.ACTIVE },
      ...{ description: 'Films that are light.', url: 'lumen', city: 'Porto', country: 'PT', version: 3n, ...more },
    }),
  );
const refused = refusing(Code.FailedPrecondition, { message: 'A team has at most 100 members.' });
const nora = { id: 'p1', firstName: 'Nora', lastName: 'Vale' };

describe('the team', () => {
  const mara: MemberView = { id: 'a1', name: 'Mara Lind', role: 'DOOR', accepted: true };
  const open = (members: MemberView[], canChange: boolean, answers: Answers = {}, viewerId = 'd1') => {
    let loads = 0;
    const loader = () => ({ loads: ++loads });
    const page = () => <TeamPage festivalId="f1" {...{ members, canChange, viewerId }} />;
    return showPage(page, { at: '/user/orgs/f1/team', path: '/user/orgs/f1/team', answers, loader }).then((calls) => ({
      ...calls,
      loads: () => loads,
    }));
  };
  const searching: Answers = {
    listConnections: () => ({ connections: [{ person: nora }, {}] }),
    searchPeople: () => ({
      people: [nora, { id: 'a1', firstName: 'Mara', lastName: 'Lind' }, { id: 'p2', firstName: 'Bo' }],
    }),
  };
  const find = async (option: string) => {
    await press('Show Invite somebody');
    const typed = { target: { value: 'No' }, inputType: 'insertText' };
    await doing(() => fireEvent.input(screen.getByLabelText('Invite somebody'), typed));
    await screen.findByRole('option', { name: option });
  };

  test('a person is found once, by connections and by name, and invited with a role [FES-06:invite]', async () => {
    const answer = later<object>();
    const { sent, loads } = await open([mara], true, {
      ...searching,
      inviteTeamMember: inTurn<[], unknown>(refused, answer.answer) as never,
    });
    await press('Invite');
    expect(screen.getByText('Please choose somebody first.')).toBeTruthy();
    expect(sent('inviteTeamMember')).toEqual([]);
    await find('Nora Vale');
    expect(sent('listConnections')).toMatchObject([{ query: 'No', pageSize: 8 }]);
    expect(sent('searchPeople')).toMatchObject([{ query: 'No', pageSize: 8 }]);
    // Who is in the team is not offered.
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      ...[expect.stringContaining('Nora Vale'), expect.stringContaining('Bo')],
    ]);
    await press(/Nora Vale/, 'option');
    await type('What they do', 'PROGRAMMER');
    await press('Invite');
    expect(await screen.findByText('A team has at most 100 members.')).toBeTruthy();
    expect(screen.queryByText('Please choose somebody first.')).toBeNull();
    await press('Invite');
    expect(screen.queryByText('A team has at most 100 members.')).toBeNull();
    await answer.resolve({});
    await seeToast('Nora Vale was invited.');
    const asked = { festivalId: 'f1', personId: 'p1', role: TeamRole.PROGRAMMER };
    expect(sent('inviteTeamMember')).toMatchObject([asked, asked]);
    expect(loads()).toBe(2);
    // Nobody is chosen any more.
    await press('Invite');
    expect(screen.getByText('Please choose somebody first.')).toBeTruthy();
  });

  test('without a change of roles it is only read; a member leaves it, and is led to their organizations', async () => {
    const left: MemberView = { id: 'a2', name: '', role: 'MANAGER', accepted: true };
    const { sent } = await open([mara, left], false, { removeTeamMember: inTurn(failing, () => ({})) }, 'a1');
    expect(screen.queryByRole('combobox')).toBeNull();
    expect([screen.getByText('Somebody who left'), screen.getByText('Manager')]).toHaveLength(2);
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Leave']);
    await press('Leave');
    expect(screen.getByText('Leave the team?')).toBeTruthy();
    const confirm = () =>
      doing(() => fireEvent.click(screen.getAllByRole('button', { name: 'Leave' }).at(-1) as HTMLElement));
    await confirm();
    await seeToast('We failed to change the team.');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Leave the team?' })).toBeNull());
    await press('Leave');
    await confirm();
    await waitFor(() => expect(address()).toBe('/user/orgs'));
    expect(sent('removeTeamMember')).toMatchObject([{ accountId: 'a1' }, { accountId: 'a1' }]);
  });

  test('an invitation is not left but taken back; who changes the team stays on its page', async () => {
    const invited: MemberView = { id: 'd1', name: 'Ines Duarte', role: 'MANAGER', accepted: false };
    const { loads } = await open([invited], true, { removeTeamMember: () => ({}) });
    await press('Take back');
    expect(screen.getByText('Take Ines Duarte out of the team?')).toBeTruthy();
    await press('Remove');
    await waitFor(() => expect(loads()).toBe(2));
    expect(address()).toBe('/user/orgs/f1/team');
    const own = await open([{ ...invited, accepted: true }], true, { removeTeamMember: () => ({}) });
    await press('Leave');
    await doing(() => fireEvent.click(screen.getAllByRole('button', { name: 'Leave' }).at(-1) as HTMLElement));
    await waitFor(() => expect(own.loads()).toBe(2));
    expect(address()).toBe('/user/orgs/f1/team');
    await open([], false);
    expect(screen.getByText('Nobody is in the team yet')).toBeTruthy();
  });

  test('an answer to an invitation that failed says so, and can be given again', async () => {
    const answerTeamInvitation = inTurn<[], object>(failing, () => ({}));
    const page = () => <TeamInvitations invitations={[{ organization: lumen(), role: 'DOOR' }]} />;
    const { sent } = await showPage(page, { answers: { answerTeamInvitation }, loader: () => ({}) });
    await press('Decline');
    await seeToast('We failed to send your answer.');
    await press('Decline');
    await seeToast('The invitation was declined.');
    expect(sent('answerTeamInvitation')).toMatchObject([{ accept: false }, { accept: false }]);
    await press('Accept');
    await seeToast('You work for Lumen now.');
  });
});

describe('its pictures and fields', () => {
  const open = (answers: Answers, more: object = {}) => {
    let loads = 0;
    const page = () => <OrganizationOverview organization={lumen(more)} mayEdit />;
    return showPage(page, { answers, loader: () => ({ loads: ++loads }) }).then((calls) => ({
      ...calls,
      loads: () => loads,
    }));
  };

  test('a logo is removed; when that fails it says so [ADO-03:pictures]', async () => {
    const answer = later<object>();
    const { sent, loads } = await open(
      { setOrganizationPicture: inTurn<[], unknown>(failing, answer.answer) as never },
      { organizationLogo: { uri: '/media/images/logo' } },
    );
    expect(document.querySelector('img')?.getAttribute('src')).toBe('/media/images/logo/320.jpg');
    expect(screen.getAllByRole('button', { name: /picture$/ }).map(({ textContent }) => textContent)).toEqual([
      ...['Change picture', 'Remove picture', 'Choose a picture'],
    ]);
    await press('Remove picture');
    await seeToast('We failed to change the logo');
    // It can be pressed again.
    await waitFor(async () => {
      await press('Remove picture');
      expect(sent('setOrganizationPicture')).toHaveLength(2);
    });
    await answer.resolve({});
    await seeToast('Your changes were saved.');
    const request = { festivalId: 'f1', kind: OrganizationPictureKind.LOGO, data: new Uint8Array(0) };
    expect(sent('setOrganizationPicture')).toMatchObject([request, request]);
    expect(loads()).toBe(2);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Remove picture' })).toBeTruthy());
  });

  test('a field is checked before it is sent; a refusal stands beside it, or below without a reason', async () => {
    const taken = refusing(Code.InvalidArgument, { fields: [{ field: 'url', message: 'This address is taken.' }] });
    const { sent, loads } = await open({ updateOrganization: inTurn<[], object>(taken, failing, () => ({})) });
    const save = (label: string) => {
      const form = screen.getByLabelText(label).closest('form') as HTMLElement;
      return doing(() => fireEvent.submit(form));
    };
    await type('Name', 'L');
    await save('Name');
    expect(await screen.findByText('Please enter a name of 2 to 90 characters.')).toBeTruthy();
    expect(sent('updateOrganization')).toEqual([]);
    await type('Custom address', 'lumen-two');
    await save('Custom address');
    expect(await screen.findByText('This address is taken.')).toBeTruthy();
    expect(screen.queryByText('Failed to update festival custom url')).toBeNull();
    await save('Custom address');
    expect(await screen.findByText('Failed to update festival custom url')).toBeTruthy();
    expect(screen.getByText('Please try again in a moment.')).toBeTruthy();
    await save('Custom address');
    await seeToast('Your changes were saved.');
    expect(screen.queryByText('Failed to update festival custom url')).toBeNull();
    expect([sent('updateOrganization').length, loads()]).toEqual([3, 2]);
    // What it is already is not saved again.
    await type('Description', ' Films that are light. ');
    await save('Description');
    expect(sent('updateOrganization')).toHaveLength(3);
  });

  test('its place is saved as a whole, and may be left open', async () => {
    const { sent } = await open({ updateOrganization: () => ({}) });
    await type(/^City/, 'Braga');
    await doing(() => fireEvent.submit(screen.getByLabelText(/^City/).closest('form') as HTMLElement));
    await waitFor(() =>
      expect(sent('updateOrganization')).toMatchObject([
        { city: 'Braga', country: 'PT', state: '', expectedVersion: 3n },
      ]),
    );
  });
});

describe('the list of festivals', () => {
  const list = { items: [lumen()], nextCursor: '' };
  const open = (at: string, path = '/festivals') => {
    const page = () => {
      const filters = filtersOf(new URLSearchParams(at.split('?')[1]));
      return <FestivalsPage {...{ filters, list }} events={[]} />;
    };
    return showPage(page, { at, path });
  };

  test('it follows what is typed after a pause, and Enter and a kind at once [FES-01:search]', async () => {
    await open('/festivals');
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance'] });
    try {
      await type(/^Search festivals/, ' lu ');
      await doing(() => jest.advanceTimersByTime(200));
      await type(/^Search festivals/, ' lum ');
      await doing(() => jest.advanceTimersByTime(299));
      expect(address()).toBe('/festivals');
      await doing(() => jest.advanceTimersByTime(1));
      expect(address()).toBe('/festivals?q=lum');
      await type(/^Search festivals/, 'lumen');
      await doing(() => fireEvent.submit(screen.getByRole('search')));
      expect(address()).toBe('/festivals?q=lumen');
      await type(/^Kind of organization/, 'CINEMA');
      expect(address()).toBe('/festivals?q=lumen&type=CINEMA');
    } finally {
      jest.useRealTimers();
    }
  });

  test('an address keeps 90 characters and a known kind', () => {
    expect(filtersOf(new URLSearchParams({ q: ` ${'x'.repeat(100)}`, type: 'CIRCUS' }))).toEqual({
      q: 'x'.repeat(90),
      type: '',
    });
  });
});

describe('the page of a festival', () => {
  test('search engines learn its description, place and events, and its name where there is none [PRO-19:festival]', () => {
    const about = (meta: ReturnType<typeof festivalMeta>) => JSON.stringify(meta);
    const full = about(festivalMeta(lumen(), [], 'https://marquee.example'));
    expect(full).toContain('"description":"Films that are light."');
    expect(full).toContain('Porto, Portugal');
    expect(full).not.toContain('"event"');
    const bare = about(festivalMeta(lumen({ description: '', city: '', country: '' }), [], 'https://marquee.example'));
    expect(bare).toContain('Lumen on Marquee');
    expect(bare).not.toContain('"location"');
  });

  test('its team sees the way to manage it; a visitor does not, and is not asked for', async () => {
    const answers = { getOrganization: () => ({ canManage: true }), listEvents: () => ({}), listOpenCalls: () => ({}) };
    const page = <FestivalPage festival={lumen()} events={[]} />;
    const visit = await showPage(page, { answers });
    expect(screen.queryByRole('link', { name: 'Manage' })).toBeNull();
    expect(visit.sent('getOrganization')).toEqual([]);
    await showPage(page, { answers, viewer: aPerson() });
    expect((await screen.findByRole('link', { name: 'Manage' })).getAttribute('href')).toBe('/user/orgs/f1');
    const other = { ...answers, getOrganization: () => ({ canManage: false }) };
    const { sent } = await showPage(page, { answers: other, viewer: aPerson() });
    await waitFor(() => expect(sent('getOrganization')).toHaveLength(1));
    expect(screen.queryByRole('link', { name: 'Manage' })).toBeNull();
  });

  test('a media club has no submissions, and only directors and managers see money', async () => {
    const tabs = async (more: object, seesMoney: boolean) => {
      await showPage(<ManageFrame organization={{ ...lumen(more), seesMoney }}>x</ManageFrame>);
      const names = screen.getAllByRole('link').map(({ textContent }) => textContent);
      return names.filter((name) => name !== 'My organizations');
    };
    const all = ['Overview', 'Dashboard', 'Events', 'Submissions', 'Team', 'Monetization', 'Fan club'];
    expect(await tabs({}, true)).toEqual(['Public page', ...all]);
    const club = { type: OrganizationType.MEDIA_CLUB, status: OrganizationStatus.INACTIVE };
    const few = all.filter((name) => !['Dashboard', 'Submissions', 'Monetization'].includes(name));
    expect(await tabs(club, false)).toEqual(few);
    expect(screen.getByText('Only you and the team see it until our staff enable it.')).toBeTruthy();
  });

  test('what was typed of a new organization is there again until it is founded', async () => {
    const page = <FoundOrganization />;
    const answers = { createOrganization: () => ({ organization: { id: 'f9' } }) };
    await showPage(page, { at: '/user/orgs/new', path: '/user/orgs/new', answers });
    await type(/^Name/, 'Lumen');
    await showPage(page, { at: '/user/orgs/new', path: '/user/orgs/new', answers });
    const name = () => (screen.getByLabelText(/^Name/) as HTMLInputElement).value;
    await waitFor(() => expect(name()).toBe('Lumen'));
    await type(/^Kind of organization/, 'CINEMA');
    await type(/^Description/, 'A room with seats.');
    await press('Found organization');
    await waitFor(() => expect(address()).toBe('/user/orgs/f9'));
    await showPage(page, { at: '/user/orgs/new', path: '/user/orgs/new', answers });
    expect(name()).toBe('');
  });
});

describe('lists of organizations', () => {
  const two = { items: [lumen()], nextCursor: 'n1' };
  const kino = { id: 'f2', name: 'Kino', url: '' };
  const hrefs = (list: string) =>
    within(screen.getByRole('list', { name: list }))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));

  test.each([
    {
      ...{ name: 'Festivals', page: <FestivalsPage filters={{ q: '', type: '' }} list={two} events={[]} /> },
      ...{ method: 'listOrganizations' as const, what: 'festivals', paths: ['/festivals/lumen', '/festivals/f2'] },
    },
    {
      ...{ name: 'My organizations', page: <OwnOrganizations list={two} invitations={[]} mayFound={false} /> },
      ...{ method: 'listOwnOrganizations' as const, what: 'organizations', paths: ['/user/orgs/f1', '/user/orgs/f2'] },
    },
  ])('$name continue page by page, and say while the next one loads [FES-01:pages]', async (given) => {
    const answer = later<object>();
    const { sent } = await showPage(given.page, { answers: { [given.method]: answer.answer } });
    const loading = `Loading more ${given.what}`;
    expect(screen.queryByText(loading)).toBeNull();
    await press(`Show more ${given.what}`);
    expect(screen.getByText(loading)).toBeTruthy();
    await answer.resolve({ organizations: [kino] });
    await waitFor(() => expect(hrefs(given.name)).toEqual(given.paths));
    expect(screen.queryByText(loading)).toBeNull();
    expect(sent(given.method)).toMatchObject([{ cursor: 'n1', pageSize: 24 }]);
  });

  test('the festivals stay, paler, while another search is on its way [FES-01:search]', async () => {
    const next = later<object>();
    let loads = 0;
    const page = () => <FestivalsPage filters={{ q: '', type: '' }} list={two} events={[]} />;
    const loader = () => (loads++ === 0 ? {} : next.answer());
    await showPage(page, { at: '/festivals', path: '/festivals', loader });
    const around = () => screen.getByRole('list', { name: 'Festivals' }).closest('[aria-busy]') as HTMLElement;
    expect(around().getAttribute('aria-busy')).toBe('false');
    expect(around().className).not.toContain('opacity-50');
    await type(/^Kind of organization/, 'CINEMA');
    expect(around().getAttribute('aria-busy')).toBe('true');
    expect(around().className).toContain('opacity-50');
    await next.resolve({});
    await waitFor(() => expect(around().getAttribute('aria-busy')).toBe('false'));
  });
});

test('an invitation is answered once: both answers wait for the one that was given [FES-06:invite]', async () => {
  const answer = later<object>();
  const page = () => <TeamInvitations invitations={[{ organization: lumen(), role: 'DOOR' }]} />;
  let loads = 0;
  const loader = () => ({ loads: ++loads });
  const { sent } = await showPage(page, { answers: { answerTeamInvitation: answer.answer }, loader });
  const states = () =>
    [/Accept/, /Decline/].map((name) => {
      const button = screen.getByRole('button', { name }) as HTMLButtonElement;
      return [button.disabled, button.getAttribute('aria-busy')];
    });
  const free = [false, null];
  expect(states()).toEqual([free, free]);
  await press('Accept');
  expect(states()).toEqual([
    [true, 'true'],
    [true, null],
  ]);
  await answer.resolve({});
  await waitFor(() => expect(states()).toEqual([free, free]));
  await press('Decline');
  await waitFor(() => expect(loads).toBe(3));
  expect(sent('answerTeamInvitation')).toMatchObject([{ accept: true }, { accept: false }]);
  await showPage(<TeamInvitations invitations={[]} />);
  expect(screen.queryByRole('heading', { name: 'Invitations' })).toBeNull();
});

test('who is chosen stays an option, once, while others are searched, and is not invited before [FES-06:invite]', async () => {
  const people = [nora, { id: 'p2', firstName: 'Bo', lastName: 'Lind' }];
  const invited: string[] = [];
  const onChosen = async (id: string) => void invited.push(id);
  await showPage(<PersonChoice label="Who" taken={['p9']} onChosen={onChosen} />, {
    answers: { listConnections: () => ({}), searchPeople: () => ({ people }) },
  });
  const search = (value: string) =>
    doing(() => fireEvent.input(screen.getByLabelText('Who'), { target: { value }, inputType: 'insertText' }));
  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
  await press('Show Who');
  await search('No');
  await screen.findByRole('option', { name: /Bo Lind/ });
  await press(/Bo Lind/, 'option');
  await press('Show Who');
  await search('Nor');
  await screen.findByRole('option', { name: /Nora Vale/ });
  expect(options()).toEqual([expect.stringContaining('Bo Lind'), expect.stringContaining('Nora Vale')]);
  await press(/Nora Vale/, 'option');
  expect(invited).toEqual([]);
  await press('Invite');
  await seeToast('Nora Vale was invited.');
  expect(invited).toEqual(['p1']);
});

test('while a picture is removed it cannot be removed again [ADO-03:pictures]', async () => {
  const answer = later<object>();
  const page = <OrganizationOverview organization={lumen({ organizationLogo: { uri: '/media/l' } })} mayEdit />;
  const { sent } = await showPage(page, { answers: { setOrganizationPicture: answer.answer } });
  const remove = () => screen.getByRole('button', { name: /Remove picture/ });
  expect(remove().getAttribute('aria-busy')).toBeNull();
  await press('Remove picture');
  expect(remove().getAttribute('aria-busy')).toBe('true');
  await press(/Remove picture/);
  expect(sent('setOrganizationPicture')).toHaveLength(1);
  await answer.reject(new Error('the service fails'));
  await waitFor(() => expect(remove().getAttribute('aria-busy')).toBeNull());
});

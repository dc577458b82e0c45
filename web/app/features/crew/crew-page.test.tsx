import '../../testing/component-tests.ts';
import { createRouterTransport } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { CrewService, type DecideCreditClaimRequest, type InviteCrewRequest } from '@marquee/contracts/film/v1/crew_pb';
import { Department } from '@marquee/contracts/film/v1/film_pb';
import { WatchService } from '@marquee/contracts/film/v1/watch_pb';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { createRoutesStub } from 'react-router';
import type { CrewView } from './crew-view.ts';

let canEdit = false;
const inviteCrew = jest.fn(async (_request: InviteCrewRequest) => ({}));
const decideCreditClaim = jest.fn(async (_request: DecideCreditClaimRequest) => ({}));
const claim = { id: 'k', state: 1, claimant: { firstName: 'Li', lastName: 'Wei' }, entry: undefined };
const transport = createRouterTransport(({ service }) => {
  service(WatchService, { getFilmAccess: () => ({ canEdit }) });
  service(CrewService, { listCreditClaims: () => ({ claims: [claim] }), inviteCrew, decideCreditClaim });
});
jest.unstable_mockModule('../../api/browser/transport.ts', () => ({ rpcTransport: () => transport }));
const { CrewPage } = await import('./crew-page.tsx');

const film = { id: 'f1', title: 'Salt', shortTitle: 'Salt', directors: [], preview: false };
const ines: CrewView = {
  ...{
    id: 'c1',
    department: Department.DIRECTION,
    credit: 'Directed by',
    name: 'Inês Carvalho',
    firstName: 'Inês',
    role: 'Director',
  },
  ...{ personId: '', picture: '', invited: false, confirmation: '' as const },
};

async function show(list: CrewView[], query = '') {
  const page = () => <CrewPage film={film} query={query} list={{ crew: list, nextCursor: '', byText: true }} />;
  const Stub = createRoutesStub([{ path: '*', Component: page }]);
  await act(async () => {
    render(<Stub initialEntries={['/feed/f1/crew']} />);
  });
}

beforeEach(() => {
  canEdit = false;
});

test('a crew shows credit, name and role; visitors see no Invite [FLM-04:list]', async () => {
  await show([ines]);
  expect(screen.getByText('Inês Carvalho')).toBeTruthy();
  expect(screen.getByText('Directed by · Director')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Invite/ })).toBeNull();
});

test('a film without a crew says so [FLM-04:empty]', async () => {
  await show([]);
  expect(screen.getByText('No cast and crew listed yet')).toBeTruthy();
});

test('a search that finds nobody says so', async () => {
  await show([], 'zzz');
  expect(screen.getByText('No one matches your search')).toBeTruthy();
});

test('the film’s creator sees Invite and sends a mail [FLM-04]', async () => {
  canEdit = true;
  await show([ines]);
  fireEvent.click(await screen.findByRole('button', { name: 'Invite: Inês Carvalho' }));
  fireEvent.change(await screen.findByLabelText('Email or phone'), { target: { value: 'ines@example.com' } });
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
  });
  expect(inviteCrew.mock.calls.map(([request]) => request)).toMatchObject([
    { filmId: 'f1', crewId: 'c1', email: 'ines@example.com' },
  ]);
});

test('a Film Credit Claim Request is accepted by the creator [FLM-05]', async () => {
  canEdit = true;
  await show([ines]);
  expect(await screen.findByRole('heading', { name: 'Film Credit Claim Request' })).toBeTruthy();
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Accept the claim of Li Wei' }));
  });
  expect(decideCreditClaim.mock.calls.map(([request]) => request)).toMatchObject([{ claimId: 'k', accept: true }]);
});

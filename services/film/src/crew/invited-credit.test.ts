import { Code } from '@connectrpc/connect';
import { CrewInvitedSchema } from '@marquee/contracts/events/v1/film_pb';
import { ClaimState, CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { newId } from '@marquee/data/ids';
import { clientFor } from '@marquee/testing/client-for';
import { viewers } from '@marquee/testing/viewers';
import { type FilmHarness, filmService, type Maker } from '../testing/film-service.ts';

let film: FilmHarness;
let maker: Maker;
let filmId: string;
let crewId: string;
beforeAll(async () => {
  film = await filmService();
});
beforeEach(async () => {
  maker = film.maker();
  await film.introduce(maker.viewer, 'Ines', 'Prado');
  const { film: made } = await maker.studio.createFilm({ requestId: newId(), filmTitle: 'Salt', projectType: 1 });
  filmId = made?.film?.id ?? '';
  const credit = { credit: 'Cast', firstName: 'José', lastName: 'Brandt', role: 'The ferryman' };
  crewId = (await maker.crew.addCrew({ requestId: newId(), filmId, ...credit })).entry?.id ?? '';
});

/** Invites by mail; gives what the mail's address holds. */
async function invite(email = `${newId()}@example.com`): Promise<string> {
  await maker.crew.inviteCrew({ requestId: newId(), filmId, crewId, email });
  const event = (await film.published(CrewInvitedSchema)).findLast((one) => one.filmId === filmId);
  const notification = clientFor(film.service, CrewService, viewers.service('notification'));
  const invitation = await notification.getCreditInvitation({ invitationId: event?.invitationId ?? '' });
  expect(invitation.filmVisible).toBe(false);
  return invitation.invitationToken;
}

const notFound = { code: Code.NotFound, reason: 'INVITATION_NOT_FOUND' };
const hidden = { reason: 'FILM_NOT_AVAILABLE' };

test('who was invited sees what they are asked, and claims it, before the film is released [FLM-05:invited]', async () => {
  const invitationToken = await invite();
  const jose = film.lover();
  expect(await jose.crew.getInvitedCredit({ invitationToken })).toMatchObject({
    ...{ filmId, filmTitle: 'Salt', filmVisible: false, inviterName: 'Ines Prado' },
    entry: { id: crewId, credit: 'Cast', firstName: 'José', lastName: 'Brandt', role: 'The ferryman' },
  });
  const claim = { filmId, crewId };
  await expect(jose.crew.claimCredit({ requestId: newId(), ...claim })).rejects.toMatchObject(hidden);
  await jose.crew.claimCredit({ requestId: newId(), ...claim, invitationToken });
  expect(await jose.crew.getInvitedCredit({ invitationToken })).toMatchObject({ claim: { state: ClaimState.OPEN } });

  const [open] = (await maker.crew.listCreditClaims({ filmId })).claims;
  await maker.crew.decideCreditClaim({ requestId: newId(), claimId: open?.id ?? '', accept: true });
  expect(await jose.crew.getInvitedCredit({ invitationToken })).toMatchObject({
    claim: { state: ClaimState.ACCEPTED, makerName: 'Ines Prado' },
  });
  // The film itself is shown to nobody before its release.
  await expect(jose.catalogue.getFilm({ filmId })).rejects.toMatchObject(hidden);
  await expect(film.lover().crew.getInvitedCredit({ invitationToken })).rejects.toMatchObject(notFound);
});

test('an invitation opens its own credit only, while it is open, and cannot be made up [FLM-05:invited]', async () => {
  const first = await invite();
  const other = await maker.crew.addCrew({ requestId: newId(), filmId, credit: 'Cast', firstName: 'A', lastName: 'B' });
  const jose = film.lover();
  // Somebody else each time: claims of one person are limited.
  const claim = (of: string, invitationToken: string) =>
    film.lover().crew.claimCredit({ requestId: newId(), filmId, crewId: of, invitationToken });
  await expect(claim(other.entry?.id ?? '', first)).rejects.toMatchObject(hidden);
  const [id, mac = ''] = first.split('.');
  for (const token of ['', '.', `${id}`, `${id}.`, `${newId()}.${mac}`, `${id}.${mac.slice(1)}`, `${id}.${mac}AAAA`]) {
    await expect(jose.crew.getInvitedCredit({ invitationToken: token })).rejects.toMatchObject(notFound);
    await expect(claim(crewId, token)).rejects.toMatchObject(hidden);
  }
  // Inviting somebody else ends it.
  const second = await invite();
  await expect(jose.crew.getInvitedCredit({ invitationToken: first })).rejects.toMatchObject(notFound);
  await expect(claim(crewId, first)).rejects.toMatchObject(hidden);
  expect((await claim(crewId, second)).claim?.state).toBe(ClaimState.OPEN);
});

test('who is named by a maker sees who asks, and answers, before the film is released [FLM-05:invited]', async () => {
  const jose = film.lover();
  await film.introduce(jose.viewer, 'José', 'Brandt');
  const credit = { credit: 'Written by', firstName: 'J.', lastName: 'Brandt', personId: jose.viewer.accountId };
  const { entry } = await maker.crew.addCrew({ requestId: newId(), filmId, ...credit });
  const [asked] = (await jose.crew.listOwnCredits({})).credits;
  expect(asked).toMatchObject({ filmTitle: 'Salt', filmVisible: false, makerName: 'Ines Prado', named: true });
  const { claim } = await jose.crew.claimCredit({ requestId: newId(), filmId, crewId: entry?.id ?? '' });
  expect(claim?.state).toBe(ClaimState.ACCEPTED);
  await expect(
    film.lover().crew.claimCredit({ requestId: newId(), filmId, crewId: entry?.id ?? '' }),
  ).rejects.toMatchObject(hidden);
});

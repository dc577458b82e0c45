import { create } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import {
  CreditClaimDecidedSchema,
  CreditClaimedSchema,
  CreditNamedSchema,
  CrewInvitedSchema,
} from '@marquee/contracts/events/v1/film_pb';
import { AccountSuspendedSchema, ProfileChangedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { ClaimState, CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { ProfileVisibility } from '@marquee/contracts/identity/v1/account_pb';
import { newId } from '@marquee/data/ids';
import { encodeClientInfo } from '@marquee/runtime/client-info';
import { clientFor } from '@marquee/testing/client-for';
import { viewers } from '@marquee/testing/viewers';
import { type FilmHarness, filmService, type Maker, startHarness } from '../testing/film-service.ts';
import { personsDouble } from '../testing/persons-double.ts';
import * as invitations from './invitations.ts';

let film: FilmHarness;
let maker: Maker;
let filmId: string;
let persons: Awaited<ReturnType<typeof personsDouble>>;
beforeAll(async () => {
  persons = await personsDouble();
  film = await filmService({}, { identity: persons.address });
});
beforeEach(async () => {
  maker = film.maker();
  filmId = await film.releasedFilm(maker);
});

async function add(credit: string, firstName: string, lastName: string, role = ''): Promise<string> {
  const { entry } = await maker.crew.addCrew({ requestId: newId(), filmId, credit, firstName, lastName, role });
  return entry?.id ?? '';
}

const listed = async (query = '') =>
  (await film.visitor().catalogue.listCrew({ filmId, query })).crew.map(({ lastName }) => lastName);

test('crew have credit, names and role, and are found by a substring of each [FLM-04:search] [ENT-05]', async () => {
  expect(await listed()).toEqual([]);
  await add('Directed by', 'Ana', 'Souto');
  await add('Cast', 'José', 'Brandt', 'The ferryman');
  await add('Music by', 'Ida', 'Lund');
  const { crew } = await film.visitor().catalogue.listCrew({ filmId });
  expect(crew).toMatchObject([
    { credit: 'Directed by', firstName: 'Ana', lastName: 'Souto', role: '' },
    { credit: 'Cast', firstName: 'José', lastName: 'Brandt', role: 'The ferryman' },
    { credit: 'Music by', firstName: 'Ida', lastName: 'Lund', role: '' },
  ]);
  expect(await listed('IRECT')).toEqual(['Souto']);
  expect(await listed('jose')).toEqual(['Brandt']);
  expect(await listed('und')).toEqual(['Lund']);
  expect(await listed('ferry')).toEqual(['Brandt']);
  expect(await listed('%')).toEqual([]);
  await expect(add('', 'A', 'B')).rejects.toMatchObject({ fields: [{ field: 'credit' }] });
});

test('names and credits lose what nobody sees [FLM-05:text]', async () => {
  await add('\u202EDirected\u202C by', 'A\u200Bna\uFEFF', 'So\u0007uto\u2069', 'The\nferryman\u2066');
  const { crew } = await film.visitor().catalogue.listCrew({ filmId });
  expect(crew).toMatchObject([{ credit: 'Directed by', firstName: 'Ana', lastName: 'Souto', role: 'The ferryman' }]);
  await expect(add('Cast', '\u200B', '\u202E')).rejects.toMatchObject({
    fields: [{ field: 'firstName', message: 'Please add a first name.' }, { field: 'lastName' }],
  });
});

test('crew can be removed', async () => {
  const crewId = await add('Cast', 'A', 'B');
  await maker.crew.removeCrew({ filmId, crewId });
  await maker.crew.removeCrew({ filmId, crewId });
  expect(await listed()).toEqual([]);
});

test('an invitation is mailed by notification, which asks for the address; events hold none [FLM-05:invite]', async () => {
  await film.introduce(maker.viewer, 'Ines', 'Prado');
  const crewId = await add('Cast', 'José', 'Brandt', 'The ferryman');
  await expect(
    maker.crew.inviteCrew({ requestId: newId(), filmId, crewId, email: 'not an address' }),
  ).rejects.toMatchObject({ fields: [{ field: 'email', message: 'Please enter a valid email address.' }] });
  const { entry } = await maker.crew.inviteCrew({ requestId: newId(), filmId, crewId, email: 'Jose@Example.com' });
  expect(entry?.invited).toBe(true);
  expect((await film.visitor().catalogue.listCrew({ filmId })).crew[0]?.invited).toBe(false);

  const [event] = (await film.published(CrewInvitedSchema)).filter((event) => event.filmId === filmId);
  const notification = clientFor(film.service, CrewService, viewers.service('notification'));
  const invitationId = event?.invitationId ?? '';
  expect(await notification.getCreditInvitation({ invitationId })).toMatchObject({
    email: 'jose@example.com',
    firstName: 'José',
    filmId,
    filmTitle: 'The Quiet of Long Rivers',
    credit: 'Cast',
    role: 'The ferryman',
    inviterName: 'Ines Prado',
    ended: false,
  });
  await expect(maker.crew.getCreditInvitation({ invitationId })).rejects.toMatchObject({ code: Code.PermissionDenied });

  await maker.crew.inviteCrew({ requestId: newId(), filmId, crewId, email: 'other@example.com' });
  expect((await notification.getCreditInvitation({ invitationId })).ended).toBe(true);
});

test('where no text messages are carried, a phone number is refused before anything is written [NOT-04:no-texts]', async () => {
  const mailOnly = await startHarness(film, { INVITATION_TEXTS: '0' });
  const filmId = await film.releasedFilm(maker);
  const added = await maker.crew.addCrew({
    ...{ requestId: newId(), filmId, credit: 'Cast', firstName: 'Jo', lastName: 'Lo' },
  });
  const crewId = added.entry?.id ?? '';
  const { crew, catalogue } = mailOnly.as(maker.viewer);
  const invite = (to: object) => crew.inviteCrew({ requestId: newId(), filmId, crewId, ...to });
  await expect(invite({ phoneNumber: '+351912345679' })).rejects.toMatchObject({
    ...{ reason: 'TEXTS_NOT_SENT', code: Code.FailedPrecondition },
  });
  expect(await catalogue.listCrew({ filmId })).toMatchObject({ invitesByText: false, crew: [{ invited: false }] });
  expect((await film.published(CrewInvitedSchema)).filter((event) => event.filmId === filmId)).toEqual([]);
  // The mark of seven days is not spent.
  expect((await invite({ email: 'jo@example.com' })).entry?.invited).toBe(true);
  expect((await maker.catalogue.listCrew({ filmId })).invitesByText).toBe(true);
});

test('an invitation goes by text message to a phone number, twice a day at most; its number is forgotten [NOT-04:text]', async () => {
  const notification = clientFor(film.service, CrewService, viewers.service('notification'));
  const phoneNumber = '+351912345678';
  const invited = async (by: Maker) => {
    const filmOf = await film.releasedFilm(by);
    const { entry: credited } = await by.crew.addCrew({
      requestId: newId(),
      filmId: filmOf,
      credit: 'Cast',
      firstName: 'Jo',
      lastName: 'Lo',
    });
    const crewId = credited?.id ?? '';
    const { entry } = await by.crew.inviteCrew({
      requestId: newId(),
      filmId: filmOf,
      crewId,
      phoneNumber: '+351 912-345-678',
    });
    expect(entry?.invited).toBe(true);
    const [event] = (await film.published(CrewInvitedSchema)).filter((event) => event.filmId === filmOf);
    return event && notification.getCreditInvitation({ invitationId: event.invitationId });
  };
  const first = await invited(maker);
  expect(first).toMatchObject({ email: '', phoneNumber, credit: 'Cast', ended: false });
  expect(await invited(film.maker())).toMatchObject({ phoneNumber });
  // A third goes to nobody, and its inviter is answered alike.
  expect(await invited(film.maker())).toBeUndefined();
  film.clock.advance(15 * 86_400_000);
  await invitations.forgetAddresses(film.db, film.clock.now());
  expect(await notification.getCreditInvitation({ invitationId: first?.invitationId ?? '' })).toMatchObject({
    ...{ phoneNumber: '', ended: true },
  });
  for (const to of [{}, { email: 'jo@example.com', phoneNumber }, { phoneNumber: '12' }]) {
    await expect(maker.crew.inviteCrew({ requestId: newId(), filmId, crewId: newId(), ...to })).rejects.toMatchObject({
      code: Code.InvalidArgument,
    });
  }
});

test('whom a film invites is written to in the language of the page that invites them [NOT-05:invited]', async () => {
  const notification = clientFor(film.service, CrewService, viewers.service('notification'));
  for (const [language, written] of [
    ['es', 'es'],
    ['xx', ''],
  ] as const) {
    const crewId = await add('Cast', 'Jo', language);
    const clientInfoBytes = encodeClientInfo({ ip: '10.1.2.3', userAgent: 'Mozilla/5.0', language });
    const spanish = clientFor(film.service, CrewService, maker.viewer, { clientInfoBytes });
    await spanish.inviteCrew({ requestId: newId(), filmId, crewId, email: `${language}@example.com` });
    const event = (await film.published(CrewInvitedSchema)).findLast((event) => event.filmId === filmId);
    const invitation = await notification.getCreditInvitation({ invitationId: event?.invitationId ?? '' });
    expect(invitation).toMatchObject({ email: `${language}@example.com`, language: written });
  }
});

test('a film lists at most 500 people, and the last of them is taken [FLM-05:bounds]', async () => {
  await film.db.query(
    `INSERT INTO crew (id, film_id, credit, first_name, last_name, created_at)
     SELECT gen_random_uuid(), $1, 'Cast', 'A', 'B', now() FROM generate_series(1, 499)`,
    [filmId],
  );
  await add('Cast', 'The', 'Last');
  await expect(add('Cast', 'One', 'Over')).rejects.toMatchObject({
    code: Code.ResourceExhausted,
    reason: 'CREW_FULL',
    message: 'A film can list at most 500 people.',
  });
  // Of another film's crew nothing is counted.
  filmId = await film.releasedFilm(maker);
  await add('Cast', 'An', 'Other');
});

test('a film sends at most 100 invitations in 24 hours, from all senders together [FLM-05:bounds]', async () => {
  const crewId = await add('Cast', 'José', 'Brandt');
  const day = 24 * 3_600_000;
  await film.db.query(
    `INSERT INTO invitation_marks (id, film_id, recipient_hash, created_at)
     SELECT gen_random_uuid(), $1, decode(md5(n::text), 'hex'), $2 FROM generate_series(1, 99) AS n`,
    [filmId, film.clock.now()],
  );
  film.clock.advance(1_000);
  const invite = (by: Pick<Maker, 'crew'>) =>
    by.crew.inviteCrew({ requestId: newId(), filmId, crewId, email: `${newId()}@example.com` });
  await invite(maker);
  for (const by of [maker, film.staff()]) {
    await expect(invite(by)).rejects.toMatchObject({ code: Code.ResourceExhausted, reason: 'INVITATION_LIMIT' });
  }
  film.clock.advance(day - 1_001);
  await expect(invite(maker)).rejects.toMatchObject({ reason: 'INVITATION_LIMIT' });
  film.clock.advance(1);
  expect((await invite(maker)).entry?.invited).toBe(true);
});

describe('whom the maker does not see', () => {
  const named = (personId: string) => {
    const names = { credit: 'Cast', firstName: 'José', lastName: 'Brandt' };
    return maker.crew.addCrew({ requestId: newId(), filmId, ...names, personId });
  };
  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => 'named',
      ({ code, fields }) => ({ code, fields }),
    );
  const nobody = { code: Code.InvalidArgument, fields: [{ field: 'personId', message: 'Please select a person.' }] };

  async function person(profileVisibility: ProfileVisibility) {
    const somebody = film.lover();
    const { accountId: id } = somebody.viewer;
    const profile = { id, firstName: 'José', lastName: 'Brandt', version: 1n, profileVisibility };
    await film.deliver(ProfileChangedSchema, create(ProfileChangedSchema, { person: profile }), id, 1n);
    return { ...somebody, id };
  }

  test('a private profile is nobody to a stranger, and is not asked for a credit [PRO-20:named] [FLM-05]', async () => {
    const jose = await person(ProfileVisibility.PRIVATE);
    const unknown = newId();
    expect([await refusal(named(jose.id)), await refusal(named(unknown))]).toEqual([nobody, nobody]);
    // Identity is asked alike, so that the time and a failure of it say nothing either.
    expect(persons.asked.slice(-2)).toEqual([jose.id, unknown]);
    expect((await jose.crew.listOwnCredits({})).credits).toEqual([]);
    expect((await film.published(CreditNamedSchema)).filter(({ accountId }) => accountId === jose.id)).toEqual([]);
  });

  test('a connection names a private profile, and everybody one that is only in no directory [PRO-20:named]', async () => {
    const jose = await person(ProfileVisibility.PRIVATE);
    persons.connect(maker.viewer.accountId, jose.id);
    await named(jose.id);
    expect((await jose.crew.listOwnCredits({})).credits).toHaveLength(1);
    const before = persons.asked.length;
    const hidden = await person(ProfileVisibility.HIDDEN);
    await named(hidden.id);
    expect((await hidden.crew.listOwnCredits({})).credits).toHaveLength(1);
    expect(persons.asked).toHaveLength(before);
  });

  test('a maker with a private profile names themself [PRO-20:named]', async () => {
    const { accountId: id } = maker.viewer;
    const profile = { id, firstName: 'A', lastName: 'B', version: 9n, profileVisibility: ProfileVisibility.PRIVATE };
    await film.deliver(ProfileChangedSchema, create(ProfileChangedSchema, { person: profile }), id, 9n);
    expect((await named(id)).entry?.personId).toBe(id);
  });

  test('a suspended person is nobody, also to connections', async () => {
    const jose = await person(ProfileVisibility.PUBLIC);
    persons.connect(maker.viewer.accountId, jose.id);
    const suspended = create(AccountSuspendedSchema, { accountId: jose.id });
    await film.deliver(AccountSuspendedSchema, suspended, jose.id, 2n);
    expect(await refusal(named(jose.id))).toEqual(nobody);
  });
});

test('a credit that belongs to somebody is not invited, one of another film is not found [FLM-05:bounds]', async () => {
  const jose = film.lover();
  await film.introduce(jose.viewer, 'José', 'Brandt');
  const linked = { requestId: newId(), filmId, credit: 'Cast', firstName: 'José', lastName: 'Brandt' };
  const { entry } = await maker.crew.addCrew({ ...linked, personId: jose.viewer.accountId });
  await jose.crew.claimCredit({ requestId: newId(), filmId, crewId: entry?.id ?? '' });
  const invite = (crewId: string) =>
    maker.crew.inviteCrew({ requestId: newId(), filmId, crewId, email: 'jose@example.com' });
  await expect(invite(entry?.id ?? '')).rejects.toMatchObject({ reason: 'CREDIT_TAKEN' });
  await expect(maker.crew.addCrew({ ...linked, requestId: newId(), personId: newId() })).rejects.toMatchObject({
    fields: [{ field: 'personId', message: 'Please select a person.' }],
  });
  const here = filmId;
  filmId = await film.releasedFilm(maker);
  const elsewhere = await add('Cast', 'A', 'B');
  filmId = here;
  for (const crewId of [elsewhere, newId(), 'no-id']) {
    await expect(invite(crewId)).rejects.toMatchObject({ reason: 'CREW_NOT_FOUND' });
    await expect(jose.crew.claimCredit({ requestId: newId(), filmId, crewId })).rejects.toMatchObject({
      reason: 'CREW_NOT_FOUND',
    });
    await maker.crew.removeCrew({ filmId, crewId });
  }
  expect(await listed()).toEqual(['Brandt']);
});

test('crew and claims come in pages without gaps or doubles', async () => {
  const crewIds: string[] = [];
  for (const letter of ['a', 'b', 'c', 'd', 'e']) crewIds.push(await add('Cast', 'A', letter));
  const lovers = crewIds.map(() => film.lover());
  for (const [index, crewId] of crewIds.entries()) {
    await lovers[index]?.crew.claimCredit({ requestId: newId(), filmId, crewId });
  }
  const pages = async <P extends { nextCursor: string }>(read: (cursor: string) => Promise<P>): Promise<P[]> => {
    const first = await read('');
    const second = await read(first.nextCursor);
    const third = await read(second.nextCursor);
    return [first, second, third];
  };
  const crew = await pages((cursor) => film.visitor().catalogue.listCrew({ filmId, pageSize: 2, cursor }));
  expect(crew.map((page) => page.crew.map(({ id }) => id))).toEqual([
    crewIds.slice(0, 2),
    crewIds.slice(2, 4),
    crewIds.slice(4),
  ]);
  expect(crew[2]?.nextCursor).toBe('');
  const claims = await pages((cursor) => maker.crew.listCreditClaims({ filmId, pageSize: 2, cursor }));
  expect(claims.map((page) => page.claims.map(({ entry }) => entry?.id))).toEqual([
    crewIds.slice(0, 2),
    crewIds.slice(2, 4),
    crewIds.slice(4),
  ]);
  const foreign = film.visitor().catalogue.listCrew({ filmId, query: 'other', cursor: crew[0]?.nextCursor });
  await expect(foreign).rejects.toMatchObject({ reason: 'CURSOR_INVALID' });
});

test('a claim that is declined leaves the credit free, to be claimed again [FLM-05:decide]', async () => {
  const crewId = await add('Cast', 'José', 'Brandt');
  const jose = film.lover();
  const claimIt = () => jose.crew.claimCredit({ requestId: newId(), filmId, crewId });
  const { claim: first } = await claimIt();
  const decided = { requestId: newId(), claimId: first?.id ?? '', accept: false };
  expect((await maker.crew.decideCreditClaim(decided)).claim).toMatchObject({ state: ClaimState.DECLINED });
  expect((await film.visitor().catalogue.listCrew({ filmId })).crew[0]).toMatchObject({ personId: '' });
  expect((await maker.crew.listCreditClaims({ filmId })).claims).toEqual([]);
  const { claim: second } = await claimIt();
  expect(second).toMatchObject({ state: ClaimState.OPEN });
  expect(second?.id).not.toBe(first?.id);
});

test('accepting a claim ends the open invitation of the credit [FLM-05:decide]', async () => {
  const crewId = await add('Cast', 'José', 'Brandt');
  await maker.crew.inviteCrew({ requestId: newId(), filmId, crewId, email: 'jose@example.com' });
  const invited = async () => (await maker.catalogue.listCrew({ filmId })).crew[0]?.invited;
  expect(await invited()).toBe(true);
  const { claim } = await film.lover().crew.claimCredit({ requestId: newId(), filmId, crewId });
  await maker.crew.decideCreditClaim({ requestId: newId(), claimId: claim?.id ?? '', accept: true });
  expect(await invited()).toBe(false);
});

test('a person claims a credit, the creator accepts, and other claims are declined [FLM-05:decide]', async () => {
  const crewId = await add('Cast', 'José', 'Brandt');
  const [jose, other] = [film.lover(), film.lover()];
  await film.introduce(jose.viewer, 'José', 'Brandt');
  const { claim } = await jose.crew.claimCredit({ requestId: newId(), filmId, crewId });
  const twice = await jose.crew.claimCredit({ requestId: newId(), filmId, crewId });
  expect(twice.claim?.id).toBe(claim?.id);
  await other.crew.claimCredit({ requestId: newId(), filmId, crewId });

  const { claims } = await maker.crew.listCreditClaims({ filmId });
  expect(claims.map(({ claimant }) => claimant?.id)).toEqual([jose.viewer.accountId, other.viewer.accountId]);
  await expect(jose.crew.listCreditClaims({ filmId })).rejects.toMatchObject({ code: Code.PermissionDenied });
  const foreign = film.maker().crew.decideCreditClaim({ requestId: newId(), claimId: claim?.id ?? '', accept: true });
  await expect(foreign).rejects.toMatchObject({ reason: 'FILM_NOT_YOURS' });

  const decide = () => maker.crew.decideCreditClaim({ requestId: newId(), claimId: claim?.id ?? '', accept: true });
  expect((await decide()).claim).toMatchObject({
    state: ClaimState.ACCEPTED,
    entry: { personId: jose.viewer.accountId },
  });
  await expect(decide()).rejects.toMatchObject({ reason: 'CLAIM_DECIDED' });
  expect((await other.crew.listOwnClaims({ filmId })).claims).toMatchObject([{ state: ClaimState.DECLINED }]);
  const { crew } = await film.visitor().catalogue.listCrew({ filmId });
  expect(crew[0]).toMatchObject({ personId: jose.viewer.accountId });
  await expect(other.crew.claimCredit({ requestId: newId(), filmId, crewId })).rejects.toMatchObject({
    reason: 'CREDIT_TAKEN',
  });

  expect((await film.published(CreditClaimedSchema)).filter((event) => event.filmId === filmId)).toHaveLength(2);
  const decided = (await film.published(CreditClaimDecidedSchema)).filter((event) => event.filmId === filmId);
  expect(decided.map(({ accepted }) => accepted)).toEqual([true, false]);
});

test('a change of who made a film signals its page', async () => {
  const signals = film.signalsOf(filmId);
  const crewId = await add('Cast', 'A', 'B');
  expect(signals).toHaveLength(1);
  const { claim } = await film.lover().crew.claimCredit({ requestId: newId(), filmId, crewId });
  expect(signals).toHaveLength(2);
  await maker.crew.decideCreditClaim({ requestId: newId(), claimId: claim?.id ?? '', accept: true });
  expect(signals).toHaveLength(3);
  await maker.crew.removeCrew({ filmId, crewId });
  await maker.crew.removeCrew({ filmId, crewId });
  expect(signals).toHaveLength(4);
});

test('only who edits the film changes its credits and sees its claims [FLM-05:decide]', async () => {
  const crewId = await add('Cast', 'A', 'B');
  const { crew } = film.maker();
  const request = () => ({ requestId: newId(), filmId });
  for (const call of [
    () => crew.addCrew({ ...request(), credit: 'Cast', firstName: 'C', lastName: 'D' }),
    () => crew.removeCrew({ filmId, crewId }),
    () => crew.inviteCrew({ ...request(), crewId, email: 'a@example.com' }),
    () => crew.listCreditClaims({ filmId }),
  ]) {
    await expect(call()).rejects.toMatchObject({ reason: 'FILM_NOT_YOURS' });
  }
  expect(await listed()).toEqual(['B']);
});

test('the credits of a film that somebody cannot see are neither listed nor claimed [FLM-09]', async () => {
  const crewId = await add('Cast', 'A', 'B');
  const lover = film.lover();
  await maker.studio.unpublishFilm({ requestId: newId(), filmId });
  for (const call of [
    () => lover.catalogue.listCrew({ filmId }),
    () => lover.crew.claimCredit({ requestId: newId(), filmId, crewId }),
    () => lover.crew.listOwnClaims({ filmId }),
  ]) {
    await expect(call()).rejects.toMatchObject({ reason: 'FILM_NOT_AVAILABLE' });
  }
});

test('a claim or an invitation that does not exist is not found', async () => {
  const notification = clientFor(film.service, CrewService, viewers.service('notification'));
  for (const id of [newId(), 'no-id']) {
    const decide = maker.crew.decideCreditClaim({ requestId: newId(), claimId: id, accept: true });
    await expect(decide).rejects.toMatchObject({ code: Code.NotFound, reason: 'CLAIM_NOT_FOUND' });
    await expect(notification.getCreditInvitation({ invitationId: id })).rejects.toMatchObject({
      code: Code.NotFound,
      reason: 'INVITATION_NOT_FOUND',
    });
  }
});

test('a person sees the newest 100 of their claims on a film [FLM-05:bounds]', async () => {
  const crewId = await add('Cast', 'A', 'B');
  const lover = film.lover();
  await film.db.query(
    `INSERT INTO credit_claims (id, film_id, crew_id, account_id, state, created_at)
     SELECT gen_random_uuid(), $1, $2, $3, 'DECLINED', now() FROM generate_series(1, 101)`,
    [filmId, crewId, lover.viewer.accountId],
  );
  expect((await lover.crew.listOwnClaims({ filmId })).claims).toHaveLength(100);
});

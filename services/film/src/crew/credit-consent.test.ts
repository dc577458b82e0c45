import { create } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { CreditClaimDecidedSchema, CreditNamedSchema, FilmEditedSchema } from '@marquee/contracts/events/v1/film_pb';
import { ProfileChangedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { ClaimState, CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { CreditConfirmation } from '@marquee/contracts/film/v1/film_pb';
import { newId } from '@marquee/data/ids';
import { CREW_MESSAGES } from '@marquee/rules/crew-messages';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { type FilmHarness, filmService, type Maker } from '../testing/film-service.ts';
import { personsDouble } from '../testing/persons-double.ts';

const DAY_MS = 86_400_000;
const { WAITING, CONFIRMED, DECLINED, UNSPECIFIED } = CreditConfirmation;

let film: FilmHarness;
let maker: Maker;
let filmId: string;
beforeAll(async () => {
  // Nobody is connected.
  const { address: identity } = await personsDouble();
  film = await filmService({}, { identity });
});
beforeEach(async () => {
  maker = film.maker();
  filmId = await film.releasedFilm(maker);
});

const answerOf = (accept: boolean) => (accept ? ClaimState.ACCEPTED : ClaimState.DECLINED);

async function person() {
  const somebody = film.lover();
  await film.introduce(somebody.viewer, 'José', 'Brandt');
  const credits = async () => (await somebody.crew.listOwnCredits({})).credits;
  return {
    ...somebody,
    credits,
    answer: (claimId: string, accept: boolean) =>
      somebody.crew.answerCredit({ requestId: newId(), claimId, answer: answerOf(accept) }),
  };
}

/** Names somebody; gives the credit. */
async function named(personId: string, credit = 'Cast') {
  const request = { requestId: newId(), filmId, credit, firstName: 'J.', lastName: 'Brandt' };
  const { entry } = await maker.crew.addCrew({ ...request, personId });
  return entry;
}

const seenBy = async (who: Pick<Maker, 'catalogue'>) =>
  (await who.catalogue.listCrew({ filmId })).crew.map(({ personId, profilePicture, confirmation }) => [
    ...[personId, profilePicture, confirmation],
  ]);

test('a credit that names somebody shows who they are once they agree, and no longer than that [FLM-05:consent]', async () => {
  const jose = await person();
  const id = jose.viewer.accountId;
  expect(await named(id)).toMatchObject({ personId: '', confirmation: WAITING });
  for (const who of [film.visitor(), jose, film.lover()]) expect(await seenBy(who)).toEqual([['', '', UNSPECIFIED]]);
  expect(await seenBy(maker)).toEqual([['', '', WAITING]]);
  const [credit] = await jose.credits();
  expect(credit).toMatchObject({
    filmId,
    filmTitle: 'The Quiet of Long Rivers',
    filmVisible: true,
    named: true,
    state: ClaimState.OPEN,
    entry: { credit: 'Cast', firstName: 'J.', lastName: 'Brandt' },
  });
  const claimId = credit?.id ?? '';

  const signals = film.signalsOf(filmId);
  for (const [accept, seen, state] of [
    [true, id, CONFIRMED],
    [false, '', DECLINED],
    [true, id, CONFIRMED],
  ] as const) {
    const { credit: answered } = await jose.answer(claimId, accept);
    expect(answered?.state).toBe(accept ? ClaimState.ACCEPTED : ClaimState.DECLINED);
    // An answer that is given twice is one.
    await jose.answer(claimId, accept);
    expect(await seenBy(film.visitor())).toEqual([[seen, '', UNSPECIFIED]]);
    expect(await seenBy(maker)).toEqual([[seen, '', state]]);
  }
  expect(signals).toHaveLength(3);
  const { crew } = await film.visitor().catalogue.listCrew({ filmId });
  expect(crew).toMatchObject([{ firstName: 'J.', lastName: 'Brandt' }]);
});

test('an answer that is taken back leaves the person free to answer, and the maker free to ask [FLM-05:consent]', async () => {
  const jose = await person();
  const id = jose.viewer.accountId;
  await named(id);
  const claimId = (await jose.credits())[0]?.id ?? '';
  const takeBack = () => jose.crew.answerCredit({ requestId: newId(), claimId, answer: ClaimState.OPEN });
  for (const accept of [true, false]) {
    await jose.answer(claimId, accept);
    expect((await takeBack()).credit?.state).toBe(ClaimState.OPEN);
    expect(await seenBy(maker)).toEqual([['', '', WAITING]]);
  }
  expect(await named(id)).toMatchObject({ confirmation: WAITING });
  for (const answer of [ClaimState.UNSPECIFIED, 99 as ClaimState]) {
    await expect(jose.crew.answerCredit({ requestId: newId(), claimId, answer })).rejects.toMatchObject({
      code: Code.InvalidArgument,
      fields: [{ field: 'answer', message: 'Please accept or decline.' }],
    });
  }
  await maker.studio.unpublishFilm({ requestId: newId(), filmId });
  expect((await jose.credits()).map(({ filmVisible }) => filmVisible)).toEqual([false, false]);
});

test('a person changes their answer to a credit a few times an hour; declining is always possible [FLM-05:consent]', async () => {
  const jose = await person();
  const crewId = (await named(jose.viewer.accountId))?.id ?? '';
  await named(jose.viewer.accountId, 'Written by');
  const [other, claimId] = (await jose.credits()).map(({ id }) => id);
  const edits = async () => (await film.published(FilmEditedSchema)).filter((event) => event.filmId === filmId).length;
  const decided = async () =>
    (await film.published(CreditClaimDecidedSchema)).filter((event) => event.claimId === claimId).length;
  const before = await edits();
  const version = (await maker.studio.getMyFilm({ filmId })).film?.film?.version;
  for (let time = 0; time < 5; time += 1) {
    await jose.answer(claimId ?? '', true);
    await jose.answer(claimId ?? '', false);
    // Repeating it changes nothing, and notifies nobody.
    await jose.answer(claimId ?? '', false);
  }
  expect(await decided()).toBe(10);
  // The maker may have an editor open: what they save there must not be refused because somebody answered.
  expect(await edits()).toBe(before);
  expect((await maker.studio.getMyFilm({ filmId })).film?.film?.version).toBe(version);
  const tooMany = { code: Code.ResourceExhausted, reason: 'RATE_LIMITED' };
  await expect(jose.answer(claimId ?? '', true)).rejects.toMatchObject(tooMany);
  const takeBack = jose.crew.answerCredit({ requestId: newId(), claimId, answer: ClaimState.OPEN });
  await expect(takeBack).rejects.toMatchObject(tooMany);
  await jose.answer(claimId ?? '', false);
  expect(await decided()).toBe(10);

  // Claiming the credit is an answer as well, and another credit has its own.
  const claimIt = () => jose.crew.claimCredit({ requestId: newId(), filmId, crewId });
  for (let time = 0; time < 5; time += 1) {
    await claimIt();
    await jose.answer(claimId ?? '', false);
  }
  await expect(claimIt()).rejects.toMatchObject(tooMany);
  await jose.answer(other ?? '', true);
});

test('nobody else answers for the person, and the maker least of all [FLM-05:consent]', async () => {
  const [jose, other] = [await person(), await person()];
  await named(jose.viewer.accountId);
  const claimId = (await jose.credits())[0]?.id ?? '';
  for (const who of [other, maker, film.staff()]) {
    for (const accept of [true, false]) {
      await expect(
        who.crew.answerCredit({ requestId: newId(), claimId, answer: answerOf(accept) }),
      ).rejects.toMatchObject({
        code: Code.NotFound,
        reason: 'CLAIM_NOT_FOUND',
      });
    }
  }
  for (const who of [maker, film.staff()]) {
    const decide = who.crew.decideCreditClaim({ requestId: newId(), claimId, accept: true });
    await expect(decide).rejects.toMatchObject({ reason: 'CLAIM_NOT_FOUND' });
    expect((await who.crew.listCreditClaims({ filmId })).claims).toEqual([]);
  }
  for (const id of [newId(), 'no-id', '']) {
    await expect(jose.answer(id, true)).rejects.toMatchObject({ reason: 'CLAIM_NOT_FOUND' });
  }
  await expect(
    film.visitor().crew.answerCredit({ requestId: newId(), claimId, answer: ClaimState.ACCEPTED }),
  ).rejects.toMatchObject({
    code: Code.Unauthenticated,
  });
  expect(await seenBy(maker)).toEqual([['', '', WAITING]]);
  expect(await other.credits()).toEqual([]);
});

test('what a person only claims is the maker’s to decide, and theirs to take back once it is accepted [FLM-05:consent]', async () => {
  const jose = await person();
  const crewId = (await named(''))?.id ?? '';
  const { claim } = await jose.crew.claimCredit({ requestId: newId(), filmId, crewId });
  const claimId = claim?.id ?? '';
  await expect(jose.answer(claimId, true)).rejects.toMatchObject({ reason: 'CLAIM_NOT_FOUND' });
  expect(await jose.credits()).toEqual([]);
  await maker.crew.decideCreditClaim({ requestId: newId(), claimId, accept: true });
  expect(await jose.credits()).toMatchObject([{ id: claimId, state: ClaimState.ACCEPTED }]);
  expect(await seenBy(maker)).toEqual([[jose.viewer.accountId, '', CONFIRMED]]);
  await jose.answer(claimId, false);
  expect(await seenBy(maker)).toEqual([['', '', DECLINED]]);
  await jose.answer(claimId, true);
  expect(await seenBy(maker)).toEqual([[jose.viewer.accountId, '', CONFIRMED]]);
});

test('claiming a credit that names the person is their answer [FLM-05:consent]', async () => {
  const jose = await person();
  const crewId = (await named(jose.viewer.accountId))?.id ?? '';
  const claimIt = () => jose.crew.claimCredit({ requestId: newId(), filmId, crewId });
  const { claim } = await claimIt();
  expect(claim).toMatchObject({ state: ClaimState.ACCEPTED, named: true });
  expect(await seenBy(film.visitor())).toEqual([[jose.viewer.accountId, '', UNSPECIFIED]]);
  await jose.answer(claim?.id ?? '', false);
  expect((await claimIt()).claim).toMatchObject({ id: claim?.id, state: ClaimState.ACCEPTED });
  expect(await jose.credits()).toHaveLength(1);
});

test('a maker who names themselves has agreed [FLM-05:consent]', async () => {
  await film.introduce(maker.viewer, 'Ines', 'Prado');
  expect(await named(maker.viewer.accountId)).toMatchObject({
    personId: maker.viewer.accountId,
    confirmation: CONFIRMED,
  });
  expect((await maker.crew.listOwnCredits({})).credits).toMatchObject([{ filmId, state: ClaimState.ACCEPTED }]);
});

test('a credit is given to the first who agrees; the others are declined and cannot take it [FLM-05:consent]', async () => {
  const [jose, other] = [await person(), await person()];
  const crewId = (await named(jose.viewer.accountId))?.id ?? '';
  const { claim } = await other.crew.claimCredit({ requestId: newId(), filmId, crewId });
  const asked = (await jose.credits())[0]?.id ?? '';
  const answers = await Promise.allSettled([
    jose.answer(asked, true),
    maker.crew.decideCreditClaim({ requestId: newId(), claimId: claim?.id ?? '', accept: true }),
  ]);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const winner = answers[0]?.status === 'fulfilled' ? jose : other;
  expect(await seenBy(film.visitor())).toEqual([[winner.viewer.accountId, '', UNSPECIFIED]]);

  // Who has answered no does not get back what belongs to another by now.
  const late = await person();
  const next = (await named(late.viewer.accountId, 'Written by'))?.id ?? '';
  const lateId = (await late.credits())[0]?.id ?? '';
  await late.answer(lateId, false);
  const { claim: second } = await other.crew.claimCredit({ requestId: newId(), filmId, crewId: next });
  await maker.crew.decideCreditClaim({ requestId: newId(), claimId: second?.id ?? '', accept: true });
  await expect(late.answer(lateId, true)).rejects.toMatchObject({ reason: 'CREDIT_TAKEN' });
  // Writing is listed before the cast.
  expect((await seenBy(film.visitor()))[0]).toEqual([other.viewer.accountId, '', UNSPECIFIED]);
});

test('who declined is not asked again by the film for 30 days, also by a new credit [FLM-05:consent]', async () => {
  const jose = await person();
  const id = jose.viewer.accountId;
  const crewId = (await named(id))?.id ?? '';
  const claimId = (await jose.credits())[0]?.id ?? '';
  await jose.answer(claimId, false);
  const refused = {
    code: Code.ResourceExhausted,
    reason: 'CREDIT_DECLINED',
    message: expect.stringMatching(/^This person does not want to be linked. You can ask again from \w+ \d\d, 2026 at/),
  };
  await expect(named(id)).rejects.toMatchObject(refused);
  await maker.crew.removeCrew({ filmId, crewId });
  await expect(named(id)).rejects.toMatchObject(refused);
  expect(await named('')).toMatchObject({ personId: '', confirmation: UNSPECIFIED });
  // Another film may ask.
  const here = filmId;
  filmId = await film.releasedFilm(maker);
  expect(await named(id)).toMatchObject({ confirmation: WAITING });
  filmId = here;
  film.clock.advance(30 * DAY_MS - 1);
  await expect(named(id)).rejects.toMatchObject({ ...refused, metadata: { retryAfterS: '1' } });
  film.clock.advance(1);
  expect(await named(id)).toMatchObject({ confirmation: WAITING });
});

test('a film asks a person for ten credits at once, also by many calls at the same time [FLM-05:consent]', async () => {
  const jose = await person();
  const answers = await Promise.allSettled(Array.from({ length: 13 }, () => named(jose.viewer.accountId)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  await expect(named(jose.viewer.accountId)).rejects.toMatchObject({ reason: 'ASKED_OFTEN' });
  const credits = await jose.credits();
  expect(credits).toHaveLength(10);
  await jose.answer(credits[0]?.id ?? '', true);
  await named(jose.viewer.accountId);
});

test('own credits come in pages, newest first, without gaps or doubles [PRO-20:credits]', async () => {
  const jose = await person();
  for (const credit of ['Written by', 'Directed by', 'Cast']) await named(jose.viewer.accountId, credit);
  const first = await jose.crew.listOwnCredits({ pageSize: 2 });
  const second = await jose.crew.listOwnCredits({ pageSize: 2, cursor: first.nextCursor });
  expect([first, second].map(({ credits }) => credits.map(({ entry }) => entry?.credit))).toEqual([
    ['Cast', 'Directed by'],
    ['Written by'],
  ]);
  expect(second.nextCursor).toBe('');
  const foreign = (await person()).crew.listOwnCredits({ cursor: first.nextCursor });
  await expect(foreign).rejects.toMatchObject({ reason: 'CURSOR_INVALID' });
});

test('a person whose account is gone is named by no credit, and no answer of theirs brings them back [FLM-05:consent]', async () => {
  const jose = await person();
  const id = jose.viewer.accountId;
  await named(id);
  await named(id, 'Written by');
  const [last, first] = (await jose.credits()).map(({ id }) => id);
  await jose.answer(first ?? '', true);
  const removed = { id, firstName: 'José', lastName: 'Brandt', version: 2n };
  await film.deliver(ProfileChangedSchema, create(ProfileChangedSchema, { person: removed, removed: true }), id, 2n);
  await eventually(async () =>
    expect(await seenBy(maker)).toEqual([
      ['', '', UNSPECIFIED],
      ['', '', UNSPECIFIED],
    ]),
  );
  await expect(jose.answer(last ?? '', true)).rejects.toMatchObject({ reason: 'CLAIM_NOT_FOUND' });
  // Nor are they named again, as little as somebody who never was there.
  for (const nobody of [id, newId()]) {
    await expect(named(nobody)).rejects.toMatchObject({
      code: Code.InvalidArgument,
      fields: [{ field: 'personId', message: CREW_MESSAGES.personNotFound }],
    });
  }
  expect(await film.db.query('SELECT 1 FROM credit_claims WHERE account_id = $1', [id])).toEqual([]);
  const { crew } = await film.visitor().catalogue.listCrew({ filmId });
  expect(crew).toMatchObject([{ lastName: 'Brandt' }, { lastName: 'Brandt' }]);
});

test('a person is asked by mail once in seven days for a film, and by one maker twice a day [FLM-05:consent]', async () => {
  await film.introduce(maker.viewer, 'Ines', 'Prado');
  const jose = await person();
  const accountId = jose.viewer.accountId;
  const mails = async () =>
    (await film.published(CreditNamedSchema))
      .filter((event) => event.accountId === accountId)
      .map((event) => event.filmId);
  const crewId = (await named(accountId))?.id ?? '';
  await named(accountId, 'Written by');
  await maker.crew.removeCrew({ filmId, crewId });
  await named(accountId);
  expect(await mails()).toEqual([filmId]);
  // Nobody is asked about what they say of themselves.
  await named(maker.viewer.accountId);
  const own = (await film.published(CreditNamedSchema)).filter((event) => event.accountId === maker.viewer.accountId);
  expect(own).toEqual([]);

  const others = await Promise.all([1, 2, 3, 4].map(() => film.completeFilm(maker)));
  const here = filmId;
  await Promise.all(
    others.map((otherId) => {
      const request = { requestId: newId(), filmId: otherId, credit: 'Cast', firstName: 'J.', lastName: 'Brandt' };
      return maker.crew.addCrew({ ...request, personId: accountId });
    }),
  );
  expect(await mails()).toHaveLength(2);
  film.clock.advance(7 * DAY_MS);
  filmId = here;
  await named(accountId, 'Produced by');
  expect(await mails()).toHaveLength(3);
});

test('notification can read what a film says of a person while it waits for the answer [FLM-05:consent]', async () => {
  await film.introduce(maker.viewer, 'Ines', 'Prado');
  const jose = await person();
  await named(jose.viewer.accountId);
  const claimId = (await jose.credits())[0]?.id ?? '';
  const notification = clientFor(film.service, CrewService, viewers.service('notification'));
  const about = { accountId: jose.viewer.accountId, filmTitle: 'The Quiet of Long Rivers', makerName: 'Ines Prado' };
  expect(await notification.getCreditRequest({ claimId })).toMatchObject({ ...about, credit: 'Cast', ended: false });
  await jose.answer(claimId, false);
  expect((await notification.getCreditRequest({ claimId })).ended).toBe(true);
  const crewId = (await named('', 'Written by'))?.id ?? '';
  const { claim } = await jose.crew.claimCredit({ requestId: newId(), filmId, crewId });
  for (const id of [claim?.id ?? '', newId(), 'no-id']) {
    await expect(notification.getCreditRequest({ claimId: id })).rejects.toMatchObject({ reason: 'CLAIM_NOT_FOUND' });
  }
});

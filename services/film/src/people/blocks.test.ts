import { create } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { AccountBlockedSchema, AccountUnblockedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { ClaimState, CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { newId } from '@marquee/data/ids';
import { CREW_MESSAGES } from '@marquee/rules/crew-messages';
import { clientFor } from '@marquee/testing/client-for';
import { viewers } from '@marquee/testing/viewers';
import { type FilmHarness, filmService, type Maker } from '../testing/film-service.ts';

let film: FilmHarness;
let maker: Maker;
let filmId: string;
beforeAll(async () => {
  film = await filmService();
});
beforeEach(async () => {
  maker = film.maker();
  filmId = await film.releasedFilm(maker);
});

async function person() {
  const somebody = film.lover();
  await film.introduce(somebody.viewer, 'José', 'Brandt');
  return { ...somebody, id: somebody.viewer.accountId };
}
type Person = Awaited<ReturnType<typeof person>>;

/** One of the two blocks the other; gives the way to end it. */
async function block(blockerId: string, blockedId: string) {
  const blockId = newId();
  const about = { blockId, blockerId, blockedId };
  await film.deliver(AccountBlockedSchema, create(AccountBlockedSchema, about), blockId, 1n);
  return {
    again: () => film.deliver(AccountBlockedSchema, create(AccountBlockedSchema, about), blockId, 1n),
    end: () => film.deliver(AccountUnblockedSchema, create(AccountUnblockedSchema, about), blockId, 2n),
  };
}

const credit = (personId = '') => {
  const names = { credit: 'Cast', firstName: 'J.', lastName: 'Brandt' };
  return maker.crew.addCrew({ requestId: newId(), filmId, ...names, personId });
};
const claim = ({ crew }: Person, crewId = '') => crew.claimCredit({ requestId: newId(), filmId, crewId });

const DIRECTIONS = ['the maker', 'the person'] as const;

test.each(DIRECTIONS)(
  'whom %s has blocked is nobody to name in a credit, until the block ends [SET-08:invite]',
  async (by) => {
    const jose = await person();
    const pair = [maker.viewer.accountId, jose.id] as const;
    const { end, again } = await (by === 'the maker' ? block(...pair) : block(pair[1], pair[0]));
    await expect(credit(jose.id)).rejects.toMatchObject({
      code: Code.InvalidArgument,
      fields: [{ field: 'personId', message: CREW_MESSAGES.personNotFound }],
    });
    await end();
    // An older event that arrives late changes nothing.
    await again();
    expect((await credit(jose.id)).entry?.id).toBeTruthy();
  },
);

test.each(DIRECTIONS)('with a block by %s a claim reaches nobody [SET-08:invite]', async (by) => {
  const [jose, late] = [await person(), await person()];
  const crewId = (await credit()).entry?.id ?? '';
  const { claim: open } = await claim(jose, crewId);
  const listed = async () => (await maker.crew.listCreditClaims({ filmId })).claims.map(({ id }) => id);
  expect(await listed()).toEqual([open?.id]);
  const blocks: { end(): Promise<void> }[] = [];
  for (const { id } of [jose, late]) {
    const pair = [maker.viewer.accountId, id] as const;
    blocks.push(await (by === 'the maker' ? block(...pair) : block(pair[1], pair[0])));
  }
  expect(await listed()).toEqual([]);
  const decision = { requestId: newId(), claimId: open?.id ?? '', accept: true };
  await expect(maker.crew.decideCreditClaim(decision)).rejects.toMatchObject({ reason: 'CLAIM_NOT_FOUND' });
  await expect(claim(late, crewId)).rejects.toMatchObject({ code: Code.NotFound, reason: 'CREW_NOT_FOUND' });
  for (const { end } of blocks) await end();
  expect(await listed()).toEqual([open?.id]);
  expect((await claim(late, crewId)).claim?.state).toBe(ClaimState.OPEN);
});

test('a request that was named before a block is not mailed after it, and can still be declined [SET-08:invite]', async () => {
  const jose = await person();
  await credit(jose.id);
  const [asked] = (await jose.crew.listOwnCredits({})).credits;
  const claimId = asked?.id ?? '';
  const notification = clientFor(film.service, CrewService, viewers.service('notification'));
  expect((await notification.getCreditRequest({ claimId })).ended).toBe(false);
  await block(jose.id, maker.viewer.accountId);
  expect((await notification.getCreditRequest({ claimId })).ended).toBe(true);
  const answer = { requestId: newId(), claimId, answer: ClaimState.DECLINED };
  expect((await jose.crew.answerCredit(answer)).credit?.state).toBe(ClaimState.DECLINED);
});

test('films of a person are listed to nobody with whom there is a block [SET-08:find]', async () => {
  const jose = await person();
  await credit(jose.id);
  const [asked] = (await jose.crew.listOwnCredits({})).credits;
  await jose.crew.answerCredit({ requestId: newId(), claimId: asked?.id ?? '', answer: ClaimState.ACCEPTED });
  const seenBy = async ({ catalogue }: Pick<Maker, 'catalogue'>) =>
    (await catalogue.listPersonFilms({ personId: jose.id })).creditCount;
  const other = film.lover();
  expect([await seenBy(other), await seenBy(film.visitor())]).toEqual([1, 1]);
  await block(jose.id, other.viewer.accountId);
  expect([await seenBy(other), await seenBy(film.visitor()), await seenBy(jose)]).toEqual([0, 1, 1]);
});

test('reviews of who is blocked, and of who blocks, are left out of the list of both, and of nobody else’s [SET-08]', async () => {
  const [one, other, third] = [await person(), await person(), await person()];
  for (const { reviews, id } of [one, other]) {
    await reviews.rateFilm({ requestId: newId(), filmId, rating: 4, message: `By ${id}` });
  }
  const blocked = await block(one.id, other.id);
  const seenBy = async ({ reviews }: Pick<Person, 'reviews'>) =>
    (await reviews.listReviews({ filmId })).reviews.map(({ message }) => message).sort();
  const both = [`By ${one.id}`, `By ${other.id}`].sort();
  expect([await seenBy(one), await seenBy(other)]).toEqual([[`By ${one.id}`], [`By ${other.id}`]]);
  expect([await seenBy(third), await seenBy(film.visitor())]).toEqual([both, both]);
  await blocked.end();
  expect(await seenBy(one)).toEqual(both);
});

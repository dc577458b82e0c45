import type { DescMessage } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { GetFestivalPayoutAccountResponseSchema } from '@marquee/contracts/festival/v1/payouts_pb';
import { BallotState, BallotType, VoteRecordSchema } from '@marquee/contracts/festival/v1/vote_pb';
import { GetEarningsResponseSchema } from '@marquee/contracts/film/v1/earnings_pb';
import { ReviewSchema, ReviewUserSchema } from '@marquee/contracts/film/v1/film_pb';
import { PayoutAccountStatus, TestPayoutOutcome } from '@marquee/contracts/film/v1/payouts_pb';
import { newId } from '@marquee/data/ids';
import { festivalService } from '@marquee/festival/testing/festival-service';
import { eventWithBlock } from '@marquee/festival/testing/planned-events';
import { filmService } from '@marquee/film/testing/film-service';
import { eventually } from '@marquee/testing/eventually';

const HOUR_MS = 3_600_000;
const card = { number: '4242424242424242', expiry: '12/34', securityCode: '123' };

/** The records by the names of the product. */
const RECORDS: [DescMessage, string[]][] = [
  [ReviewSchema, ['created_at', 'rating', 'message', 'user']],
  [ReviewUserSchema, ['id']],
  [GetEarningsResponseSchema, ['earnings', 'eo_fee', 'currency_symbol']],
  [GetFestivalPayoutAccountResponseSchema, ['is_stripe_linked']],
  [VoteRecordSchema, ['film_id']],
];

async function reviewAndEarnings() {
  const film = await filmService({ PAYMENT_PROVIDER: 'test' });
  const [maker, lover] = [film.maker(), film.lover()];
  const filmId = await film.releasedFilm(maker);
  await maker.studio.updateFilm({ requestId: newId(), filmId, isFree: false, usdCost: 1_000n });
  const orderId = newId();
  await lover.checkout.openOrder({ orderId, filmId, price: 1_000n });
  await lover.checkout.confirmTestPayment({ orderId, ...card });
  const rated = { requestId: newId(), filmId, message: 'Go.' };
  await expect(lover.reviews.rateFilm({ ...rated, rating: 6 })).rejects.toMatchObject({ reason: 'INVALID_INPUT' });
  await lover.reviews.rateFilm({ ...rated, rating: 4 });

  const { reviews } = await film.visitor().reviews.listReviews({ filmId });
  expect(reviews).toMatchObject([
    {
      ...{ rating: 4, message: 'Go.', user: { id: lover.viewer.accountId } },
      createdAt: timestampFromDate(film.clock.now()),
    },
  ]);
  expect(await maker.earnings.getEarnings({})).toMatchObject({ earnings: 800n, eoFee: 200n, currencySymbol: '$' });
}

async function paymentLinkAndVote() {
  const festival = await festivalService({ PAYMENT_PROVIDER: 'test' });
  const { festivalId, director, eventId, blockId, filmIds } = await eventWithBlock(festival, ['Salt', 'Amber']);
  const [filmId = ''] = filmIds;
  const { payouts, votes } = director;
  const isLinked = async () => (await payouts.getFestivalPayoutAccount({ festivalId })).isStripeLinked;
  expect(await isLinked()).toBe(false);
  await payouts.openFestivalPayoutOnboarding({ festivalId });
  await payouts.setTestFestivalPayoutAccount({
    ...{ festivalId, status: PayoutAccountStatus.ENABLED, outcome: TestPayoutOutcome.PAID },
  });
  await payouts.getFestivalPayoutAccount({ festivalId });
  expect(await isLinked()).toBe(true);

  const at = (hours: number) => timestampFromDate(new Date(festival.clock.now().getTime() + hours * HOUR_MS));
  const { ballot } = await votes.saveBallot({
    ...{ requestId: newId(), eventId, blockId, type: BallotType.CHOICE, opensAt: at(0), closesAt: at(2) },
  });
  const voter = festival.viewer();
  await expect(voter.votes.castVote({ eventId, blockId, filmId: newId(), score: 0 })).rejects.toMatchObject({
    fields: [{ field: 'filmId', message: 'Please choose one of the films of this vote.' }],
  });
  await voter.votes.castVote({ eventId, blockId, filmId, score: 0 });
  festival.clock.advance(3 * HOUR_MS);
  const { votes: shown } = festival.visitor();
  await eventually(async () => (await shown.listBallots({ eventId })).ballots[0]?.state === BallotState.COUNTED);
  expect((await shown.listVoteRecords({ ballotId: ballot?.id ?? '' })).records).toMatchObject([{ filmId }]);
}

test('a review, earnings, a payment link and the record of a vote are kept with the fields of the product [ENT-13]', async () => {
  for (const [message, names] of RECORDS) {
    const known = message.fields.map(({ name }) => name);
    expect([message.name, names.filter((name) => !known.includes(name))]).toEqual([message.name, []]);
  }
  await reviewAndEarnings();
  await paymentLinkAndVote();
});

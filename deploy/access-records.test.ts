import type { DescMessage } from '@bufbuild/protobuf';
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { TicketGiftSchema } from '@marquee/contracts/festival/v1/gift_pb';
import { UserTicketSchema } from '@marquee/contracts/festival/v1/tickets_pb';
import { CreditClaimSchema } from '@marquee/contracts/film/v1/crew_pb';
import { UserInvitationSchema, UserUnlockSchema } from '@marquee/contracts/film/v1/user_records_pb';
import { AccessSchema, UnlockedFilmSchema } from '@marquee/contracts/film/v1/watch_pb';
import { UserDeviceSchema } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { InvitationType } from '@marquee/contracts/invitation/v1/invitation_pb';
import { newId } from '@marquee/data/ids';
import { soundFestival } from '@marquee/festival/testing/sound-festival';
import { startCoinsDouble } from '@marquee/film/testing/coins-double';
import { type FilmHarness, filmService } from '@marquee/film/testing/film-service';
import { identityService, signInByLink } from '@marquee/identity/testing/identity-service';
import { viewers } from '@marquee/testing/viewers';

const HOUR_MS = 3_600_000;
const card = { number: '4242424242424242', expiry: '12/34', securityCode: '123' };
const PIXEL =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

const { festival, scene } = await soundFestival();

/** The records by the names of the product. */
const RECORDS: [DescMessage, string[]][] = [
  [AccessSchema, ['valid', 'signed_url']],
  [UnlockedFilmSchema, ['expire_at', 'paid_amount', 'signed_url', 'coins', 'created_at']],
  [UserUnlockSchema, ['expire_at', 'paid_amount', 'coins', 'created_at']],
  [UserDeviceSchema, ['name', 'model_name', 'attribute_key', 'created_at', 'last_accessed_at']],
  [CreditClaimSchema, ['type', 'film_id']],
  [TicketGiftSchema, ['type', 'ticket']],
  [UserTicketSchema, ['id', 'festival_id', 'event_id']],
  [UserInvitationSchema, ['email', 'phone', 'first_name', 'last_name', 'cred_id', 'credit', 'type']],
  [UserInvitationSchema, ['attribute_key', 'created_at']],
];

/** An unlock that was paid with a card, and one with coins. */
async function accessAndUnlocks(film: FilmHarness, rewards: Awaited<ReturnType<typeof startCoinsDouble>>) {
  const [maker, lover] = [film.maker(), film.lover()];
  const [forMoney, forCoins] = [await film.releasedFilm(maker), await film.releasedFilm(maker)];
  for (const filmId of [forMoney, forCoins]) {
    await maker.studio.updateFilm({ requestId: newId(), filmId, isFree: false, usdCost: 499n, coinCost: 120n });
  }
  expect((await lover.watch.getFilmAccess({ filmId: forMoney })).access).toMatchObject({ valid: false, signedUrl: '' });
  const orderId = newId();
  await lover.checkout.openOrder({ orderId, filmId: forMoney, price: 499n });
  await lover.checkout.confirmTestPayment({ orderId, ...card });
  film.clock.advance(HOUR_MS);
  rewards.add(lover.viewer.accountId, 200n);
  await lover.checkout.unlockWithCoins({ orderId: newId(), filmId: forCoins, coins: 120n });

  const createdAt = timestampFromDate(film.clock.now());
  const expireAt = timestampFromDate(new Date(film.clock.now().getTime() + 24 * HOUR_MS));
  const byCoins = { paidAmount: 0n, coins: 120n, createdAt, expireAt };
  const byCard = { paidAmount: 499n, coins: 0n };
  // A list plays nothing.
  expect((await lover.watch.listUnlockedFilms({})).items).toMatchObject([
    { film: { id: forCoins }, ...byCoins, signedUrl: '' },
    { film: { id: forMoney }, ...byCard, signedUrl: '' },
  ]);
  const { accountId } = lover.viewer;
  expect((await film.staff().records.listUserUnlocks({ accountId })).unlocks).toMatchObject([
    { filmId: forCoins, ...byCoins },
    { filmId: forMoney, ...byCard },
  ]);

  const start = { requestId: newId(), filmId: forCoins };
  const { access, unlocked } = await lover.watch.startPlayback(start);
  expect(access).toMatchObject({ valid: true, signedUrl: expect.stringMatching(/^\/v\/./), expireAt });
  expect(unlocked).toMatchObject({ ...byCoins, signedUrl: access?.signedUrl });
  // The same start again has the address of the same playback.
  expect((await lover.watch.startPlayback(start)).unlocked).toEqual(unlocked);
  expect((await maker.watch.startPlayback({ requestId: newId(), filmId: forCoins })).unlocked).toBeUndefined();
  film.clock.advance(24 * HOUR_MS);
  await expect(lover.watch.startPlayback(start)).rejects.toMatchObject({ reason: 'UNLOCK_REQUIRED' });
}

/** Whom a maker names, and whom they invite. */
async function credits(film: FilmHarness) {
  const [maker, named] = [film.maker(), film.lover()];
  const filmId = await film.releasedFilm(maker);
  await film.introduce(named.viewer, 'Bo', 'Lind');
  const credit = { filmId, credit: 'Writer', firstName: 'Ada', lastName: 'Lovelace' };
  await maker.crew.addCrew({ ...credit, requestId: newId(), personId: named.viewer.accountId });
  expect((await named.crew.listOwnCredits({})).credits).toMatchObject([{ type: InvitationType.CREDIT, filmId }]);

  const { entry } = await maker.crew.addCrew({ ...credit, requestId: newId() });
  const crewId = entry?.id ?? '';
  await maker.crew.inviteCrew({ requestId: newId(), filmId, crewId, email: 'ada@example.com' });
  const { invitations } = await film.staff().records.listUserInvitations({ accountId: maker.viewer.accountId });
  const [{ id } = { id: '' }] = invitations;
  expect(invitations).toMatchObject([
    {
      ...{ email: 'ada@example.com', phone: '', firstName: 'Ada', lastName: 'Lovelace', credit: 'Writer' },
      ...{ credId: crewId, type: InvitationType.CREDIT, attributeKey: `invitations/${id}` },
      createdAt: timestampFromDate(film.clock.now()),
    },
  ]);
}

/** Who is sent a ticket by mail. */
async function tickets() {
  const { typeId, eventId, festivalId } = await scene.sale();
  const [giver, recipient, friend] = [festival.viewer(), festival.viewer(), festival.viewer()];
  festival.known.addresses.set(recipient.viewer.accountId, 'ana@example.com');
  festival.connect(giver.viewer.accountId, friend.viewer.accountId);
  const { order } = await scene.bought(typeId, { buyer: giver, quantity: 2 });
  const [sent = '', given = ''] = order?.tickets.map(({ userTicketId }) => userTicketId) ?? [];
  const to = { email: 'ana@example.com', firstName: 'Ana', lastName: 'Silva' };
  await giver.gifts.giftTicket({ requestId: newId(), eventId, userTicketId: sent, ...to });
  expect((await recipient.gifts.listTicketGifts({})).waiting).toMatchObject([
    { type: InvitationType.EVENT_TICKET, ticket: { id: sent, eventId, festivalId } },
  ]);
  const receipientId = friend.viewer.accountId;
  const { gift } = await giver.gifts.giftTicket({ requestId: newId(), eventId, userTicketId: given, receipientId });
  expect(gift?.type).toBe(InvitationType.UNSPECIFIED);
}

async function devices() {
  const identity = await identityService();
  const { id: accountId, email } = await identity.anAccount();
  await signInByLink(identity, identity.browser({ userAgent: PIXEL }), email);
  const [device] = (await identity.backOffice(viewers.staff()).listUserDevices({ accountId })).devices;
  expect(device).toMatchObject({
    ...{ name: 'Mobile Chrome on Pixel 9', modelName: 'Pixel 9', attributeKey: `devices/${device?.id}` },
    createdAt: timestampFromDate(identity.clock.now()),
  });
  expect(device?.lastAccessedAt && timestampDate(device.lastAccessedAt)).toEqual(identity.clock.now());
}

test('access, an unlocked film, a device and an invitation are kept with the fields of the product [ENT-08]', async () => {
  for (const [message, names] of RECORDS) {
    const known = message.fields.map(({ name }) => name);
    expect([message.name, names.filter((name) => !known.includes(name))]).toEqual([message.name, []]);
  }
  await tickets();
  const rewards = await startCoinsDouble({ now: () => film.clock.now() });
  const film: FilmHarness = await filmService(
    { PAYMENT_PROVIDER: 'test', PAID_UNLOCK_HOURS: 24 },
    { rewards: rewards.address },
  );
  await accessAndUnlocks(film, rewards);
  await credits(film);
  await devices();
});

import { makeAccount } from './accounts.ts';
import type { Values } from './call.ts';
import { filmForCoins } from './coin-scene.ts';
import type { RequestEntries } from './request-entries.ts';
import { REVIEW_ENTRIES } from './review-scene.ts';
import type { Scene } from './scene.ts';
import { signedPaymentEvent } from './signed-payment-event.ts';

/** Valid requests of methods of film. */
export const filmRequests: RequestEntries = {
  ...REVIEW_ENTRIES,
  'film.v1.UserRecordsService/GetUserInvitation': {
    why: 'the invitation is of a film of its maker',
    values: async (scene) => ({ accountId: scene.owner.accountId }),
  },
  'film.v1.UserRecordsService/DeleteUserInvitation': {
    why: 'the invitation is of a film of its maker',
    values: async (scene) => ({ accountId: scene.owner.accountId }),
  },
  'film.v1.CrewService/InviteCrew': {
    why: 'it goes to one of two addresses',
    values: async () => ({ phoneNumber: '' }),
  },
  'film.v1.CrewService/OrderCrew': {
    why: 'the order is of all credits of a department',
    values: async (scene) => {
      const { crewId, nextCrewId } = await scene.film();
      return { department: 2, crewIds: [nextCrewId, crewId], seenCrewIds: [crewId, nextCrewId] };
    },
  },
  'film.v1.CrewService/GetCreditRequest': {
    why: 'what a person claims is no request to them',
    values: async (scene) => ({ claimId: await scene.namedCredit() }),
  },
  'film.v1.CrewService/AnswerCredit': {
    why: 'whom the maker names has to answer',
    values: async (scene) => ({ claimId: await scene.namedCredit(), answer: 2 }),
  },
  'film.v1.DiaryService/ListDiary': {
    why: 'the person has to show their diary',
    values: async (scene) => ({ personId: await scene.diaryAuthor() }),
  },
  'film.v1.ImportService/UndoImport': {
    why: 'the import is of the caller',
    values: async (scene) => ({ importId: await scene.ownImport() }),
  },
  'film.v1.ImportService/MatchRows': {
    why: 'only rows for a list name one, which has to be own',
    values: async () => ({ listId: '' }),
  },
  'film.v1.ListService/GetList': {
    why: 'its owner has to show the list',
    values: async (scene) => ({ listId: await scene.shownList() }),
  },
  'film.v1.StudioService/UnpublishFilm': {
    why: 'the film has to be published',
    values: async (scene) => {
      await scene.publish();
      return {};
    },
  },
  'film.v1.StudioService/SendFilmForReview': {
    why: 'staff have asked for changes of a published film',
    values: async (scene) => {
      await scene.submit('REQUESTED');
      return {};
    },
  },
  'film.v1.ModerationService/RequestFilmChanges': {
    why: 'the film has to wait for staff',
    values: async (scene) => {
      await scene.submit('');
      return {};
    },
  },
  'film.v1.ModerationService/WithdrawChangeRequest': {
    why: 'changes have to be asked for',
    values: async (scene) => {
      await scene.submit('REQUESTED');
      return {};
    },
  },
  'film.v1.ModerationService/GetReviewPlayback': {
    why: 'the slot has to hold a video',
    values: async () => ({ kind: 1, waiting: false }),
  },
  'film.v1.WatchService/StartPlayback': {
    why: 'the film has to be unlocked, as it is for a playback that began before',
    values: async (scene) => {
      await scene.playback();
      return {};
    },
  },
  'film.v1.CheckoutService/UnlockWithCoins': {
    why: 'the film has to cost coins, which the caller has',
    values: filmForCoins,
  },
  'film.v1.CheckoutService/ReceivePaymentEvent': {
    why: 'the payment provider has to sign it',
    values: signedPaymentEvent,
  },
  'film.v1.PayoutService/OpenPayoutDashboard': {
    why: 'an account has to be connected',
    values: connected,
  },
  'film.v1.PayoutService/RequestPayout': {
    why: 'an account has to be connected',
    values: connected,
  },
  'film.v1.PayoutService/SetTestPayoutAccount': {
    why: 'an account has to be connected',
    values: connected,
  },
  'film.v1.SalesService/RefundOrder': {
    why: 'the order has to be paid',
    values: async (scene) => ({ orderId: await scene.paidOrder() }),
  },
  'film.v1.SalesService/RefundOwed': {
    why: 'something of the order has to be owed',
    values: async (scene) => ({ orderId: await scene.owedOrder() }),
  },
  'film.v1.FilmBackOfficeService/DecideAssetReplacement': {
    why: 'a replacement has to wait in the slot',
    values: async (scene) => {
      await scene.replacement();
      return { kind: 4 };
    },
  },
  'film.v1.FilmBackOfficeService/ChangeFilmOwner': {
    why: 'it has to be another account than that of its maker, of somebody who may make films',
    values: async (scene) => ({ ownerId: (await makeAccount({ id: await scene.person() })).id, expectedVersion: 0n }),
  },
  'film.v1.FilmBackOfficeService/SaveFilmAward': {
    why: 'a new award has no id, and a year from 1888',
    values: async () => ({ awardId: '', year: 2026 }),
  },
  'film.v1.FilmBackOfficeService/RemoveFilmAward': {
    why: 'there is something to remove',
    values: async (scene) => ({ awardId: await scene.award() }),
  },
  'film.v1.FilmBackOfficeService/SetFilmDistribution': {
    why: 'a film is distributed in every way until staff change it',
    values: async () => ({ website: false }),
  },
  'film.v1.FilmBackOfficeService/UnfeatureFilm': {
    why: 'there is something to take off',
    values: async (scene) => {
      await scene.featured();
      return {};
    },
  },
  'film.v1.FilmBackOfficeService/MoveFeaturedFilm': {
    why: 'the film has to be featured',
    values: async (scene) => {
      await scene.featured();
      return {};
    },
  },
  'film.v1.CampaignService/SaveCampaign': {
    why: 'a new campaign has no id, and leads to an address of https',
    values: async () => ({ campaignId: '', clickUrl: 'https://shop.example/rivers' }),
  },
  'film.v1.WatchService/GetLicence': {
    why: 'the film that plays must be protected, and no licence server is configured',
    values: async (scene) => ({ playbackSessionId: await scene.protectedPlayback(), fromServer: false }),
  },
};

async function connected(scene: Scene): Promise<Values> {
  await scene.payoutAccount();
  return {};
}

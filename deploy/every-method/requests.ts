import type { DescField, DescMessage, DescMethod } from '@bufbuild/protobuf';
import { ScalarType } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { OrganizationStatus } from '@marquee/contracts/festival/v1/organization_pb';
import { PasskeyService } from '@marquee/contracts/identity/v1/passkey_pb';
import { newId } from '@marquee/data/ids';
import { signWebhook } from '@marquee/payments/webhook-signature';
import type { Values } from './call.ts';
import { giftRequests } from './gift-scene.ts';
import { NEW_CODE, QUOTE } from './opening-scene.ts';
import { premiereEntries } from './premiere-scene.ts';
import { REVIEW_ENTRIES } from './review-scene.ts';
import { PAYMENT_WEBHOOK_SECRET } from './running-services.ts';
import { type Scene, SMALL_PICTURE } from './scene.ts';
import { SUBMISSION_ENTRIES } from './submissions-scene.ts';

type Build = (scene: Scene) => unknown;

/** A value that holds by the name of the field alone, whatever the method; a new field of a known name needs nothing. */
const FIELDS: Record<string, Build> = {
  requestId: () => crypto.randomUUID(),
  cursor: () => '',

  // Objects of the scene.
  filmId: async (scene) => (await scene.film()).id,
  crewId: async (scene) => (await scene.film()).crewId,
  claimId: (scene) => scene.claim(),
  actionId: (scene) => scene.decision(),
  invitationId: (scene) => scene.invitation(),
  invitationToken: (scene) => scene.invitationToken(),
  reviewId: (scene) => scene.review(),
  entryId: (scene) => scene.diaryEntry(),
  filmIds: async (scene) => [(await scene.film()).id],
  ownerId: (scene) => scene.owner.accountId,
  personId: (scene) => scene.person(),
  profileId: async (scene) => (await scene.account()).id,
  accountId: async (scene) => (await scene.account()).id,
  accountIds: async (scene) => [(await scene.account()).id],
  deviceId: (scene) => scene.userDevice(),
  unlockKey: (scene) => scene.unlockKey(),
  playbackSessionId: (scene) => scene.playback(),
  orderId: (scene) => scene.order(),
  ticketTypeId: async (scene) => (await scene.ticketSale()).typeId,
  promoCodeId: async (scene) => (await scene.promoCode()).id,
  userTicketId: async (scene) => (await scene.userTicket()).userTicketId,
  callId: async (scene) => (await scene.call()).callId,
  waiverId: (scene) => scene.waiver(),
  judgeId: (scene) => scene.otherJudge(),
  submissionId: async (scene) => (await scene.heldSubmission()).submissionId,
  payoutId: () => newId(),
  importId: () => newId(),
  listId: (scene) => scene.filmList(),
  assetId: (scene) => scene.video(),
  textTrackId: (scene) => scene.textTrack(),
  linkId: async (scene) => (await scene.uploadLink()).id,
  slot: () => 'POSTER_IMAGE',
  mediaId: (scene) => scene.video(),
  filmUri: (scene) => scene.video(),
  trailerUri: async (scene) => `/media/${await scene.video()}`,
  posterUri: (scene) => scene.picture(),
  trailerThumbnailUri: (scene) => scene.picture(),
  session: async (scene) => (await scene.challenge('EMAIL')).session,
  userId: async (scene) => (await scene.challenge('EMAIL')).userId,
  challengeId: async (scene) => (await scene.challenge('EMAIL')).session,
  token: async (scene) => (await scene.challenge('EMAIL')).linkToken,
  refusalToken: (scene) => scene.refusalToken(),
  noticeId: (scene) => scene.notice(),
  staffNoticeId: (scene) => scene.staffNotice(),
  staffNoticeIds: async (scene) => [await scene.staffNotice()],
  pictureId: (scene) => scene.ownedPicture(),
  newestNoticeId: (scene) => scene.notice(),
  code: async (scene) => (await scene.challenge('PHONE')).code,
  sessionToken: (scene) => scene.session(),
  exportId: (scene) => scene.accountExport(),
  closingId: (scene) => scene.closing(),
  passkeyId: (scene) => scene.passkey(),
  reportId: (scene) => scene.profileReport(),
  linkToken: (scene) => scene.passkeyLink(),
  email: (scene) => scene.email,
  phoneNumber: () => '',
  // Names of nothing that these services keep.
  sessionId: () => newId(),
  eventId: (scene) => scene.event(),
  venueId: (scene) => scene.venue(),
  blockId: (scene) => scene.block(),
  doorId: async (scene) => (await scene.door()).id,
  ballotId: async (scene) => (await scene.ballot()).id,
  blockFilmId: (scene) => scene.blockFilm(),
  festivalId: (scene) => scene.organization(),
  referrerId: () => newId(),
  actorId: () => newId(),
  objectId: () => newId(),

  // A browser's subscription to push messages.
  endpoint: () => 'https://push.example.com/browser',
  p256dh: () => Buffer.alloc(65, 4).toString('base64url'),
  auth: () => Buffer.alloc(16).toString('base64url'),
  key: () => 'free-unlock-hours',
  keys: () => ['free-unlock-hours'],

  // Texts, by their rules.
  timeZone: () => 'Europe/Lisbon',
  country: () => 'PT',
  language: () => 'pt',
  languages: () => ['pt', 'en'],
  preferredLanguage: () => 'en',
  genre: () => 'Drama',
  genres: () => ['Drama'],
  talents: () => ['Director'],
  rating: () => 'PG-13',
  resolution: () => '4K',
  releaseDate: () => '2026-03-14',
  watchedOn: () => '2026-03-14',
  watchedDay: () => '2026-03-14',
  fromDay: () => '2026-03-14',
  toDay: () => '2026-03-14',
  quarter: () => 4,
  year: () => 2026,
  returnTo: () => '/films',
  query: () => 'Ada',
  label: () => 'Vimeo',
  url: () => 'https://vimeo.example/ada',
  part: () => '0',

  // A picture that is sent, not removed, and in nobody's gallery yet.
  data: () => SMALL_PICTURE,
  path: () => '',
  delete: () => false,

  // Numbers and flags that a rule narrows.
  index: () => 0,
  untilMinute: () => 420,
  offset: () => 0n,
  usdCost: () => 499n,
  price: () => 499n,
  expectedVersion: () => 0n,

  // A card of the test provider.
  number: () => '4242424242424242',
  expiry: () => '12/34',
  securityCode: () => '123',
  consumerType: () => 2,
  isOnboarding: () => false,
  seenVersion: (scene) => scene.settingVersion(),
  // Of the default.
  toVersion: () => 0n,
  // Of items of their own kind, without end.
  children: () => undefined,
  // Not offered yet: only their absence is allowed.
  allowedLocations: () => undefined,
  blockedLocations: () => undefined,
};

const TICKET_TYPE = { name: 'Reduced', quantity: 10, limitPerCustomer: 2, saleStart: undefined, saleEnd: undefined };
const ofTicketOrder = {
  why: 'the order is of tickets',
  values: async (scene: Scene) => ({ orderId: await scene.ticketOrder() }),
};

/** What the names of its fields do not say of a method's valid request, with the reason. */
const ENTRIES: Record<string, { why: string; values(scene: Scene): Promise<Values> }> = {
  ...giftRequests,
  ...SUBMISSION_ENTRIES,
  ...premiereEntries,
  ...REVIEW_ENTRIES,
  'festival.v1.VoteService/GetBallot': {
    why: 'a ballot is of a block of its event',
    values: async (scene) => placeOf(await scene.ballot()),
  },
  'festival.v1.VoteService/CastVote': {
    why: 'a film of the ballot is chosen, without stars',
    values: async (scene) => {
      const ballot = await scene.ballot();
      return { ...placeOf(ballot), filmId: ballot.filmId, score: 0 };
    },
  },
  'festival.v1.VoteService/SaveBallot': {
    why: 'a ballot is of a block of its event, and closes after it opens',
    values: async (scene) => ({
      ...placeOf(await scene.ballot()),
      opensAt: timestampFromDate(new Date(Date.now() + 3_600_000)),
      closesAt: timestampFromDate(new Date(Date.now() + 7_200_000)),
    }),
  },
  'festival.v1.VoteService/RemoveBallot': {
    why: 'a ballot is of a block of its event',
    values: async (scene) => placeOf(await scene.ballot()),
  },
  'festival.v1.OrganizationService/CreateOrganization': {
    why: 'its address is no URL, and its name and description have lengths of their own',
    values: async () => ({ url: '', name: 'A Festival', description: 'Films of the north.' }),
  },
  'festival.v1.ProgrammeDeskService/ArrangeBlocks': {
    why: 'an order has every block of the event and every film of each',
    values: async (scene) => {
      const blockFilmIds = [await scene.blockFilm()];
      return { blocks: [{ blockId: await scene.block(), blockFilmIds }] };
    },
  },
  'festival.v1.ProgrammeDeskService/CreateEvent': {
    why: 'an event ends after it begins, and its pre-roll has an address of its own',
    values: eventValues,
  },
  'festival.v1.ProgrammeDeskService/UpdateEvent': {
    why: 'an event ends after it begins, and its pre-roll has an address of its own',
    values: eventValues,
  },
  'festival.v1.ProgrammeDeskService/CancelEvent': {
    why: 'only a published event is cancelled',
    values: async (scene) => ({ eventId: await scene.publishedEvent() }),
  },
  'festival.v1.OrganizationService/UpdateOrganization': {
    why: 'its address is no URL, and its name and description have lengths of their own',
    values: async () => ({ url: '', name: 'Another Festival', description: 'Films of the south.' }),
  },
  'festival.v1.TeamService/InviteTeamMember': {
    why: 'somebody whom festival knows, and who is not in the team',
    values: async (scene) => ({ personId: await scene.festivalPerson() }),
  },
  'festival.v1.TeamService/SetTeamRole': {
    why: 'somebody in the team',
    values: async (scene) => ({ accountId: await scene.teamMember() }),
  },
  'festival.v1.TeamService/RemoveTeamMember': {
    why: 'somebody in the team',
    values: async (scene) => ({ accountId: await scene.teamMember() }),
  },
  'festival.v1.TeamService/AnswerTeamInvitation': {
    why: 'an organization whose team the caller is invited to',
    values: async (scene) => ({ festivalId: await scene.invitingOrganization() }),
  },
  'festival.v1.OrganizationBackOfficeService/CreateOrganizationFor': {
    why: 'a director whom festival knows; its address is no URL, and its texts have lengths of their own',
    values: async (scene) => ({
      ...{ directorId: await scene.festivalPerson(), url: '', name: 'A Festival', description: 'Films of the north.' },
    }),
  },
  'festival.v1.OrganizationBackOfficeService/ChangeFestivalDirector': {
    why: 'somebody whom festival knows',
    values: async (scene) => ({ directorId: await scene.festivalPerson() }),
  },
  'festival.v1.OrganizationBackOfficeService/SetOrganizationStatus': {
    why: 'the organization is inactive',
    values: async () => ({ status: OrganizationStatus.ACTIVE }),
  },
  'festival.v1.ProgrammeDeskService/SaveEventAward': {
    why: 'an award is of an event that is published, and of a film that it shows',
    values: async (scene) => ({ ...(await scene.eventAward()), category: 'Best film' }),
  },
  'festival.v1.ProgrammeDeskService/DeleteEventAward': {
    why: 'an award is of an event that is published',
    values: async (scene) => {
      const { eventId, awardId } = await scene.eventAward();
      return { eventId, awardId };
    },
  },
  'festival.v1.TicketTypeService/ListTicketTypes': {
    why: 'the event has to be published',
    values: async (scene) => ({ eventId: (await scene.ticketSale()).eventId }),
  },
  'festival.v1.TicketTypeService/ListEventTicketTypes': {
    why: 'the event is one of the organization',
    values: async (scene) => ({ eventId: (await scene.ticketSale()).eventId }),
  },
  'festival.v1.TicketTypeService/CreateTicketType': {
    why: 'it is for events of the organization, and its numbers have limits',
    values: async (scene) => ({ ...TICKET_TYPE, eventIds: [(await scene.ticketSale()).eventId] }),
  },
  'festival.v1.TicketTypeService/UpdateTicketType': { why: 'its numbers have limits', values: async () => TICKET_TYPE },
  'festival.v1.PromoCodeService/CreatePromoCode': {
    why: 'a code has letters and digits alone, and its numbers have limits',
    values: async (scene) => ({
      ...NEW_CODE,
      code: `NEW-${newId().slice(-12)}`,
      eventId: (await scene.ticketSale()).eventId,
      ticketTypeIds: [(await scene.ticketSale()).typeId],
    }),
  },
  'festival.v1.PromoCodeService/QuoteTickets': {
    why: 'a code is one of the organization that sells the tickets',
    values: async (scene) => ({ ...QUOTE, code: (await scene.promoCode()).code }),
  },
  'festival.v1.TicketCheckoutService/OpenTicketOrder': {
    why: 'a repeated order asks for the same',
    values: async (scene) => ({ orderId: await scene.ticketOrder(), quantity: 1, promoCode: '', discount: 0n }),
  },
  'festival.v1.TicketCheckoutService/GetTicketOrder': ofTicketOrder,
  'festival.v1.TicketCheckoutService/CancelTicketOrder': ofTicketOrder,
  'festival.v1.TicketCheckoutService/RefundTicketOrder': {
    why: 'the order has to be delivered',
    values: async (scene) => ({ orderId: (await scene.userTicket()).orderId }),
  },
  'festival.v1.TicketCheckoutService/ConfirmTestTicketPayment': ofTicketOrder,
  'festival.v1.TicketCheckoutService/AnswerTestTicketChallenge': ofTicketOrder,
  'festival.v1.TicketCheckoutService/ReceiveTicketPaymentEvent': {
    why: 'the payment provider has to sign it',
    values: signedPaymentEvent,
  },
  'festival.v1.DoorService/SyncDoor': {
    why: 'a door proves itself, and has scanned a ticket to its event',
    values: async (scene) => {
      const { id: doorId, credential } = await scene.door();
      return { doorId, credential, scans: [await scene.newScan()], scansAfter: 0n, changesState: 0n };
    },
  },
  'festival.v1.TicketService/GetOwnTicket': {
    why: 'the ticket is to its event',
    values: async (scene) => ({ eventId: (await scene.userTicket()).eventId }),
  },
  'identity.v1.AuthService/StartSignIn': {
    why: 'signs in to an account that exists',
    values: async (scene) => ({ email: (await scene.account()).email }),
  },
  'identity.v1.AuthService/ResendChallenge': {
    why: 'names the address of its challenge',
    values: async (scene) => ({ email: (await scene.challenge('EMAIL')).username }),
  },
  'identity.v1.AuthService/VerifyCode': {
    why: 'a code is of a challenge by phone',
    values: async (scene) => ({ ...(await codeOf(scene, ['session', 'phoneNumber'])), email: '' }),
  },
  'identity.v1.AuthService/VerifyPhoneCode': {
    why: 'a code is of a challenge by phone',
    values: (scene) => codeOf(scene, ['userId']),
  },
  'identity.v1.AuthService/ConfirmLink': {
    why: 'digits are asked for in another browser than the one that started',
    values: async () => ({ digits: '' }),
  },
  'identity.v1.ProfileService/UpdateProfile': {
    why: 'an email and a phone number are changed one after the other, and only Pros have an availability',
    values: async () => ({ phone: undefined, availability: undefined }),
  },
  'identity.v1.BrowserAccountService/SwitchAccount': {
    why: 'the account has to be signed in in the browser',
    values: async (scene) => ({ accountId: await scene.browserAccount() }),
  },
  'identity.v1.BrowserAccountService/SignOutAll': {
    why: 'there is something to sign out of',
    values: async (scene) => {
      await scene.browserAccount();
      return {};
    },
  },
  'identity.v1.PasskeyService/SignInWithPasskey': {
    why: 'a passkey has to sign the ceremony of this browser',
    values: async (scene) => {
      await scene.passkey();
      return scene.ceremony(PasskeyService.method.startPasskeySignIn, 'get');
    },
  },
  'identity.v1.PasskeyService/AddPasskey': {
    why: 'a device has to make the passkey in a ceremony',
    values: (scene) => scene.ceremony(PasskeyService.method.startAddPasskey, 'create'),
  },
  'identity.v1.PasskeyService/StartStepUp': {
    why: 'the account has to have a passkey',
    values: async (scene) => {
      await scene.passkey();
      return {};
    },
  },
  'identity.v1.PasskeyService/StepUp': {
    why: 'a passkey has to sign the ceremony of this session',
    values: async (scene) => {
      await scene.passkey();
      return scene.ceremony(PasskeyService.method.startStepUp, 'get');
    },
  },
  'identity.v1.PasskeyService/AddPasskeyByLink': {
    why: 'a device has to make the passkey in a ceremony of the link',
    values: async (scene) => {
      const linkToken = await scene.passkeyLink();
      return scene.ceremony(PasskeyService.method.startPasskeyByLink, 'create', { linkToken });
    },
  },
  'identity.v1.ConnectionService/AcceptConnection': {
    why: 'the person has to have asked',
    values: askedByAccount,
  },
  'identity.v1.ConnectionService/DeclineConnection': {
    why: 'the person has to have asked',
    values: askedByAccount,
  },
  'identity.v1.UserBackOfficeService/UnbanUser': {
    why: 'the user has to be banned',
    values: async (scene) => {
      await scene.ban();
      return {};
    },
  },
  'marketing.v1.MetricsService/GetMetrics': {
    why: 'the viewer has to be on the list of who sees metrics',
    values: async (scene) => {
      await scene.metricsViewer();
      return {};
    },
  },
  'identity.v1.UserBackOfficeService/ConvertUserPicture': {
    why: 'the user has to show a picture',
    values: async (scene) => {
      await scene.shownPicture();
      return {};
    },
  },
  'identity.v1.UserBackOfficeService/CreateStaffPasskeyLink': {
    why: 'the account has to be of staff',
    values: async (scene) => ({ accountId: await scene.staffAccount() }),
  },
  'film.v1.UserRecordsService/GetUserInvitation': {
    why: 'the invitation is of a film of its maker',
    values: async (scene) => ({ accountId: scene.owner.accountId }),
  },
  'film.v1.UserRecordsService/DeleteUserInvitation': {
    why: 'the invitation is of a film of its maker',
    values: async (scene) => ({ accountId: scene.owner.accountId }),
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
  'identity.v1.OwnDataService/CloseOwnAccount': {
    why: 'the address of the account has to be typed',
    values: async (scene) => ({ typed: scene.ownAddress() }),
  },
  'identity.v1.PeopleService/GetMailAddress': {
    why: 'the account has to exist',
    values: async (scene) => ({ accountId: (await scene.account()).id }),
  },
  'identity.v1.PersonFactsService/GetTextAddress': {
    why: 'the account has to exist',
    values: async (scene) => ({ accountId: (await scene.account()).id }),
  },
  'notification.v1.NoticeService/CountUnread': {
    why: 'an account counts its own',
    values: async (scene) => ({ accountId: scene.callerId() }),
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
  'film.v1.FilmBackOfficeService/DecideAssetReplacement': {
    why: 'a replacement has to wait in the slot',
    values: async (scene) => {
      await scene.replacement();
      return { kind: 4 };
    },
  },
  'film.v1.FilmBackOfficeService/ChangeFilmOwner': {
    why: 'it has to be another account than that of its maker',
    values: async (scene) => ({ ownerId: await scene.person(), expectedVersion: 0n }),
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
  'film.v1.FilmBackOfficeService/FeatureFilm': {
    why: 'the end has to be after the start',
    values: async () => ({ endsAt: undefined }),
  },
  'film.v1.FilmBackOfficeService/MoveFeaturedFilm': {
    why: 'the film has to be featured',
    values: async (scene) => {
      await scene.featured();
      return {};
    },
  },
  'marketing.v1.SettingService/SaveSetting': {
    why: 'the value has to be of the type of its setting',
    values: async () => ({ value: { number: 48 } }),
  },
  'marketing.v1.SettingService/GetSettingVersion': {
    why: 'only the default is always there',
    values: async () => ({ version: 0n }),
  },
  'media.v1.MediaService/StartTranscode': {
    why: 'the video must not be converted yet',
    values: async (scene) => ({ assetId: await scene.videoBeforeTranscode() }),
  },
  'media.v1.MediaService/AddTextTrack': {
    why: 'the file has to be WebVTT or SRT, in a language of films',
    values: async () => ({
      ...{ language: 'fr', fileName: 'film.srt' },
      data: Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nOui.'),
    }),
  },
  'media.v1.MediaService/MoveTranscodeToFront': {
    why: 'the conversion must not have begun, of a video of a film',
    values: async (scene) => ({ assetId: await scene.filmVideoInTranscode() }),
  },
  'media.v1.MediaService/StartProtection': {
    why: 'the video must be converted',
    values: async (scene) => ({ assetId: await scene.convertedVideo() }),
  },
  'media.v1.PlaybackService/IssueLicence': {
    why: 'the video must be protected',
    values: async (scene) => ({ assetId: await scene.protectedVideo() }),
  },
  'film.v1.WatchService/GetLicence': {
    why: 'the film that plays must be protected',
    values: async (scene) => ({ playbackSessionId: await scene.protectedPlayback() }),
  },
  'media.v1.UploadLinkService/OpenUploadLink': {
    why: 'the token is that of a link for uploads',
    values: async (scene) => ({ token: (await scene.uploadLink()).token }),
  },
  'media.v1.MediaService/CancelTranscode': {
    why: 'the conversion must not be over',
    values: async (scene) => ({ assetId: await scene.videoInTranscode() }),
  },
};

/** An evening in a week, at a venue. */
async function eventValues(scene: Scene): Promise<Values> {
  const start = Date.now() + 7 * 86_400_000;
  return {
    ...{
      name: 'An Evening',
      eventVirtual: false,
      venueId: await scene.venue(),
      capacity: 100,
      preRollVideoUri: '',
      preRollDuration: 0,
    },
    startTime: timestampFromDate(new Date(start)),
    endTime: timestampFromDate(new Date(start + 7_200_000)),
  };
}

async function signedPaymentEvent(): Promise<Values> {
  const body = Buffer.from(JSON.stringify({ id: newId(), type: 'payment_intent.created', paymentId: newId() }));
  return { body, signature: signWebhook(body, { secret: PAYMENT_WEBHOOK_SECRET, at: new Date() }) };
}

async function connected(scene: Scene): Promise<Values> {
  await scene.payoutAccount();
  return {};
}

async function askedByAccount(scene: Scene): Promise<Values> {
  await scene.connectionRequest();
  return {};
}

async function codeOf(scene: Scene, names: readonly ('session' | 'userId' | 'phoneNumber')[]): Promise<Values> {
  const challenge = await scene.challenge('PHONE');
  const values: Values = { session: challenge.session, userId: challenge.userId, phoneNumber: challenge.username };
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

export const entryNames = Object.keys(ENTRIES);

/** A request of the method that succeeds in the scene. */
export async function validRequest(method: DescMethod, scene: Scene): Promise<Values> {
  const values = await valuesOf(method.input, scene);
  const entry = ENTRIES[`${method.parent.typeName}/${method.name}`];
  return entry ? { ...values, ...(await entry.values(scene)) } : values;
}

async function valuesOf(message: DescMessage, scene: Scene): Promise<Values> {
  const values: Values = {};
  for (const field of message.fields) values[field.localName] = await valueFor(field, scene);
  return values;
}

async function valueFor(field: DescField, scene: Scene): Promise<unknown> {
  const build = FIELDS[field.localName];
  if (field.fieldKind === 'list') return listOf(field, scene, build);
  if (field.fieldKind === 'enum') return build ? build(scene) : field.enum.values[1]?.number;
  if (field.fieldKind === 'scalar') {
    const isText = field.scalar === ScalarType.STRING;
    // The age rating of a film is a text, the stars of a review are a number.
    if (field.scalar === ScalarType.BYTES && build) return build(scene);
    if (build && (isText || typeof (await build(scene)) !== 'string')) return build(scene);
    return plainValue(field.scalar);
  }
  if (field.fieldKind !== 'message') throw new Error(`a ${field.fieldKind} has no builder yet`);
  if (field.message.typeName === 'google.protobuf.Timestamp') return timestampFromDate(new Date());
  const [only] = field.message.fields;
  // A list in a message of its own is built by the name of the field that holds it.
  if (build) return wrapped(await build(scene), only);
  return valuesOf(field.message, scene);
}

function wrapped(value: unknown, only: DescField | undefined): unknown {
  return value === undefined || !only ? undefined : { [only.localName]: value };
}

async function listOf(field: DescField & { fieldKind: 'list' }, scene: Scene, build?: Build): Promise<unknown> {
  if (build) return build(scene);
  if (field.listKind === 'message') return [await valuesOf(field.message, scene)];
  return field.listKind === 'enum' ? [field.enum.values[1]?.number] : [plainValue(field.scalar)];
}

function plainValue(scalar: ScalarType): unknown {
  switch (scalar) {
    case ScalarType.STRING:
      return 'text';
    case ScalarType.BOOL:
      return true;
    case ScalarType.INT64:
    case ScalarType.UINT64:
      return 1n;
    default:
      return 1;
  }
}

const placeOf = ({ eventId, blockId }: { eventId: string; blockId: string }): Values => ({ eventId, blockId });

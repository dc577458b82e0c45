import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { OrganizationStatus } from '@marquee/contracts/festival/v1/organization_pb';
import { newId } from '@marquee/data/ids';
import type { Values } from './call.ts';
import { giftRequests } from './gift-scene.ts';
import { moneyRequests } from './money-scene.ts';
import { NEW_CODE, QUOTE } from './opening-scene.ts';
import { premiereEntries } from './premiere-scene.ts';
import type { RequestEntries } from './request-entries.ts';
import type { Scene } from './scene.ts';
import { signedPaymentEvent } from './signed-payment-event.ts';
import { SUBMISSION_ENTRIES } from './submissions-scene.ts';
import { waitingListRequests } from './waiting-list-scene.ts';

const TICKET_TYPE = { name: 'Reduced', quantity: 10, limitPerCustomer: 2 };
const ofTicketOrder = {
  why: 'the order is of tickets',
  values: async (scene: Scene) => ({ orderId: await scene.ticketOrder() }),
};

const placeOf = ({ eventId, blockId }: { eventId: string; blockId: string }): Values => ({ eventId, blockId });

/** Valid requests of methods of festival. */
export const festivalRequests: RequestEntries = {
  ...giftRequests,
  ...moneyRequests,
  ...SUBMISSION_ENTRIES,
  ...premiereEntries,
  ...waitingListRequests,
  'festival.v1.VoteService/GetBallot': {
    why: 'a ballot is of a block of its event',
    values: async (scene) => placeOf(await scene.ballot()),
  },
  'festival.v1.VoteService/ListBallotRecipients': {
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

import type { DescService } from '@bufbuild/protobuf';
import type { Transport } from '@connectrpc/connect';
import { EventBooksService } from '@marquee/contracts/festival/v1/books_pb';
import { CallService } from '@marquee/contracts/festival/v1/calls_pb';
import { DashboardService } from '@marquee/contracts/festival/v1/dashboard_pb';
import { DoorService } from '@marquee/contracts/festival/v1/door_pb';
import { OrganizationEarningsService } from '@marquee/contracts/festival/v1/earnings_pb';
import { GiftService } from '@marquee/contracts/festival/v1/gift_pb';
import { JudgeService, JudgingDeskService } from '@marquee/contracts/festival/v1/judging_pb';
import { OrganizationService } from '@marquee/contracts/festival/v1/organization_pb';
import { OrganizationPayoutService } from '@marquee/contracts/festival/v1/payouts_pb';
import { ProgrammeDeskService, ProgrammeService } from '@marquee/contracts/festival/v1/programme_pb';
import { PromoCodeService } from '@marquee/contracts/festival/v1/promo_code_pb';
import { TicketReceiptService } from '@marquee/contracts/festival/v1/receipts_pb';
import { SubmissionDeskService } from '@marquee/contracts/festival/v1/submission_desk_pb';
import { SubmissionService } from '@marquee/contracts/festival/v1/submissions_pb';
import { TeamService } from '@marquee/contracts/festival/v1/team_pb';
import { TicketDeskService } from '@marquee/contracts/festival/v1/ticket_desk_pb';
import { TicketService, TicketTypeService } from '@marquee/contracts/festival/v1/tickets_pb';
import { VoteService } from '@marquee/contracts/festival/v1/vote_pb';
import { AdService } from '@marquee/contracts/film/v1/campaigns_pb';
import { CatalogueService } from '@marquee/contracts/film/v1/catalogue_pb';
import { CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { DiaryService } from '@marquee/contracts/film/v1/diary_pb';
import { EarningsService } from '@marquee/contracts/film/v1/earnings_pb';
import { ListService } from '@marquee/contracts/film/v1/lists_pb';
import { PayoutService } from '@marquee/contracts/film/v1/payouts_pb';
import { ReceiptService } from '@marquee/contracts/film/v1/receipts_pb';
import { ReviewService } from '@marquee/contracts/film/v1/reviews_pb';
import { StatisticsService } from '@marquee/contracts/film/v1/statistics_pb';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { TutorialService } from '@marquee/contracts/film/v1/tutorials_pb';
import { WatchService } from '@marquee/contracts/film/v1/watch_pb';
import { WatchlistService } from '@marquee/contracts/film/v1/watchlist_pb';
import { BlockService } from '@marquee/contracts/identity/v1/block_pb';
import { ConnectionService } from '@marquee/contracts/identity/v1/connection_pb';
import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { ProfileService } from '@marquee/contracts/identity/v1/profile_pb';
import { ProfileViewService } from '@marquee/contracts/identity/v1/profile_view_pb';
import { PlanReceiptService } from '@marquee/contracts/identity/v1/receipts_pb';
import { EditorialService } from '@marquee/contracts/marketing/v1/editorial_pb';
import { MediaService } from '@marquee/contracts/media/v1/media_pb';
import { NoticeService } from '@marquee/contracts/notification/v1/notice_pb';
import { PrintService } from '@marquee/contracts/notification/v1/print_pb';
import { createContext, data } from 'react-router';
import { statusOf } from './api-error.ts';
import { toApiError } from './call-error.ts';
import { createServiceClient } from './service-client.ts';

/**
 * The calls a loader can make: `context.get(api).catalogue.getFilm({ filmId })`. On a public page they are anonymous by
 * construction. A refusal is thrown as a route error with its status, and shows in the nearest error boundary;
 * `refusalOf(thrown)` reads it.
 */
export const api = createContext<Api>();
export type Api = ReturnType<typeof createApi>;

/** What every page may know of the site. */
export const site = createContext<{ publicUrl: string; language: string }>();

/** Builds the clients once for a source of transports; who is calling travels with the call, not in the client. */
export function createApi(transportOf: (service: DescService) => Transport) {
  const client = <S extends DescService>(service: S) =>
    createServiceClient(service, transportOf(service), asRouteError);
  return {
    catalogue: client(CatalogueService),
    reviews: client(ReviewService),
    studio: client(StudioService),
    earnings: client(EarningsService),
    statistics: client(StatisticsService),
    payouts: client(PayoutService),
    crew: client(CrewService),
    watch: client(WatchService),
    ads: client(AdService),
    watchlist: client(WatchlistService),
    diary: client(DiaryService),
    lists: client(ListService),
    tutorials: client(TutorialService),
    profile: client(ProfileService),
    people: client(PeopleService),
    connections: client(ConnectionService),
    blocks: client(BlockService),
    profileViews: client(ProfileViewService),
    media: client(MediaService),
    notices: client(NoticeService),
    printing: client(PrintService),
    receipts: client(ReceiptService),
    planReceipts: client(PlanReceiptService),
    ticketReceipts: client(TicketReceiptService),
    editorial: client(EditorialService),
    organizations: client(OrganizationService),
    teams: client(TeamService),
    eventBooks: client(EventBooksService),
    dashboards: client(DashboardService),
    festivalEarnings: client(OrganizationEarningsService),
    festivalPayouts: client(OrganizationPayoutService),
    doors: client(DoorService),
    programme: client(ProgrammeService),
    programmeDesk: client(ProgrammeDeskService),
    ticketTypes: client(TicketTypeService),
    promoCodes: client(PromoCodeService),
    tickets: client(TicketService),
    gifts: client(GiftService),
    ticketDesk: client(TicketDeskService),
    votes: client(VoteService),
    calls: client(CallService),
    submissions: client(SubmissionService),
    judging: client(JudgingDeskService),
    judge: client(JudgeService),
    submissionDesk: client(SubmissionDeskService),
  };
}

function asRouteError(error: unknown): unknown {
  const { code, reason, message, fields, metadata } = toApiError(error);
  return data(
    { code, reason, message, fields, metadata },
    { status: statusOf({ code, reason, message, fields, metadata }) },
  );
}

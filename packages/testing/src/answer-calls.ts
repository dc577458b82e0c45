import type { DescMethod, DescService, Message } from '@bufbuild/protobuf';
import {
  Code,
  ConnectError,
  type ConnectRouter,
  createConnectRouter,
  createRouterTransport,
  type ServiceImpl,
  type Transport,
} from '@connectrpc/connect';
import { createFetchHandler } from '@connectrpc/connect/protocol';
import { ErrorDetailSchema } from '@marquee/contracts/errors/v1/errors_pb';
import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import { CatalogueService } from '@marquee/contracts/film/v1/catalogue_pb';
import { CheckoutService, SalesService } from '@marquee/contracts/film/v1/checkout_pb';
import { CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { DiaryService } from '@marquee/contracts/film/v1/diary_pb';
import { ModerationService } from '@marquee/contracts/film/v1/moderation_pb';
import { RecommendationService } from '@marquee/contracts/film/v1/recommendations_pb';
import { ReviewService } from '@marquee/contracts/film/v1/reviews_pb';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { UserRecordsService } from '@marquee/contracts/film/v1/user_records_pb';
import { WatchService } from '@marquee/contracts/film/v1/watch_pb';
import { WatchlistService } from '@marquee/contracts/film/v1/watchlist_pb';
import { AuthService } from '@marquee/contracts/identity/v1/auth_pb';
import { BlockService } from '@marquee/contracts/identity/v1/block_pb';
import { BrowserAccountService } from '@marquee/contracts/identity/v1/browser_account_pb';
import { ConnectionService } from '@marquee/contracts/identity/v1/connection_pb';
import { OwnSessionService } from '@marquee/contracts/identity/v1/own_session_pb';
import { PasskeyService } from '@marquee/contracts/identity/v1/passkey_pb';
import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { OwnDataService } from '@marquee/contracts/identity/v1/personal_data_pb';
import { ProfileService } from '@marquee/contracts/identity/v1/profile_pb';
import { ProfileReportService } from '@marquee/contracts/identity/v1/profile_report_pb';
import { ProfileViewService } from '@marquee/contracts/identity/v1/profile_view_pb';
import { ReportService } from '@marquee/contracts/identity/v1/report_pb';
import { ReportQueueService } from '@marquee/contracts/identity/v1/report_queue_pb';
import { StaffNoticeService } from '@marquee/contracts/identity/v1/staff_notice_pb';
import { UserBackOfficeService } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { EditorialService } from '@marquee/contracts/marketing/v1/editorial_pb';
import { MetricsService } from '@marquee/contracts/marketing/v1/metrics_pb';
import { SettingService } from '@marquee/contracts/marketing/v1/settings_pb';
import { MediaService } from '@marquee/contracts/media/v1/media_pb';
import { DeliveryService } from '@marquee/contracts/notification/v1/delivery_pb';
import { InvitationMailService } from '@marquee/contracts/notification/v1/invitation_mail_pb';
import { NoticeService } from '@marquee/contracts/notification/v1/notice_pb';
import { NoticeSettingsService } from '@marquee/contracts/notification/v1/notice_settings_pb';
import { atEnd } from './cleanup.ts';

const SERVICES = [
  ...[CatalogueService, ReviewService, StudioService, CrewService, WatchService],
  ...[WatchlistService, DiaryService, RecommendationService],
  ...[BrowserAccountService, OwnSessionService, PasskeyService, OwnDataService],
  ...[ConnectionService, BlockService, ProfileViewService, ProfileReportService],
  ...[AuthService, ProfileService, PeopleService, MediaService, FilmBackOfficeService, ModerationService],
  ...[InvitationMailService, NoticeService, NoticeSettingsService],
  ...[ReportService, EditorialService, SettingService],
  ...[
    UserBackOfficeService,
    UserRecordsService,
    StaffNoticeService,
    DeliveryService,
    MetricsService,
    ReportQueueService,
    CheckoutService,
    SalesService,
  ],
] as const;

/** Answers by the name of the method. Other methods answer UNIMPLEMENTED. */
export type Answers = Partial<
  ServiceImpl<typeof CatalogueService> &
    ServiceImpl<typeof ReviewService> &
    ServiceImpl<typeof ReportQueueService> &
    ServiceImpl<typeof StaffNoticeService> &
    ServiceImpl<typeof DeliveryService> &
    ServiceImpl<typeof MetricsService> &
    ServiceImpl<typeof StudioService> &
    ServiceImpl<typeof CrewService> &
    ServiceImpl<typeof WatchService> &
    ServiceImpl<typeof WatchlistService> &
    ServiceImpl<typeof DiaryService> &
    ServiceImpl<typeof RecommendationService> &
    ServiceImpl<typeof AuthService> &
    ServiceImpl<typeof BrowserAccountService> &
    ServiceImpl<typeof OwnSessionService> &
    ServiceImpl<typeof PasskeyService> &
    ServiceImpl<typeof ConnectionService> &
    ServiceImpl<typeof BlockService> &
    ServiceImpl<typeof ProfileViewService> &
    ServiceImpl<typeof ProfileReportService> &
    ServiceImpl<typeof OwnDataService> &
    ServiceImpl<typeof ProfileService> &
    ServiceImpl<typeof PeopleService> &
    ServiceImpl<typeof MediaService> &
    ServiceImpl<typeof FilmBackOfficeService> &
    ServiceImpl<typeof ModerationService> &
    ServiceImpl<typeof InvitationMailService> &
    ServiceImpl<typeof NoticeService> &
    ServiceImpl<typeof NoticeSettingsService> &
    ServiceImpl<typeof ReportService> &
    ServiceImpl<typeof EditorialService> &
    ServiceImpl<typeof SettingService> &
    ServiceImpl<typeof UserBackOfficeService> &
    ServiceImpl<typeof UserRecordsService> &
    ServiceImpl<typeof CheckoutService> &
    ServiceImpl<typeof SalesService>
>;

export type SentCalls = {
  /** The requests of a method, in the order of their arrival. */
  sent: (method: keyof Answers) => Record<string, unknown>[];
  /** The same answers for a loader, which calls without a network. */
  transport: Transport;
};

/** Answers the calls of a page to its gateway, in place of the network: a Connect router behind `fetch('/rpc/…')`. */
export function answerCalls(answers: Answers): SentCalls {
  const requests = new Map<string, Record<string, unknown>[]>();
  const register = (router: ConnectRouter) => {
    for (const service of SERVICES) router.service(service, implementationOf(service, answers, requests));
    return router;
  };
  const router = register(createConnectRouter());
  const handlers = new Map(router.handlers.map((handler) => [handler.requestPath, createFetchHandler(handler)]));
  answering = async (input, init) => {
    const request = new Request(new URL(String(input), 'http://localhost'), init);
    const handler = handlers.get(new URL(request.url).pathname.replace(/^\/rpc/, ''));
    return handler ? handler(request) : new Response(null, { status: 404 });
  };
  return { sent: (method) => requests.get(method) ?? [], transport: createRouterTransport(register) };
}

function implementationOf(service: DescService, answers: Answers, requests: Map<string, Record<string, unknown>[]>) {
  type Answer = (request: Message, context: unknown) => unknown;
  const given = answers as Record<string, Answer | undefined>;
  const implementation: Record<string, unknown> = {};
  for (const { localName } of service.methods as DescMethod[]) {
    implementation[localName] = (request: Message, context: unknown) => {
      requests.set(localName, [...(requests.get(localName) ?? []), { ...request }]);
      const answer = given[localName];
      if (!answer) throw new ConnectError(`${localName} is not answered`, Code.Unimplemented);
      return answer(request, context);
    };
  }
  return implementation as Partial<ServiceImpl<typeof service>>;
}

let answering: typeof fetch | undefined;
const { fetch: before } = globalThis;
globalThis.fetch = (input, init) => (answering ?? before)(input, init);
atEnd(() => {
  globalThis.fetch = before;
});

type Refusal = {
  message?: string;
  reason?: string;
  fields?: { field: string; message: string }[];
  metadata?: Record<string, string>;
};

/** A method that the service refuses, with a message for the person. */
export function refusing(code: Code, { message = '', reason = '', fields = [], metadata = {} }: Refusal = {}) {
  return () => {
    throw new ConnectError('', code, undefined, [
      { desc: ErrorDetailSchema, value: { reason: reason || 'REFUSED', message, fields, metadata } },
    ]);
  };
}

/** A method whose service fails, without a message for the person. */
export function failing(): never {
  throw new ConnectError('internal error', Code.Internal);
}

/** Answers one call after the other, and every further call with the last one. */
export function inTurn<Args extends unknown[], Answer>(
  ...answers: [(...args: Args) => Answer, ...((...args: Args) => Answer)[]]
): (...args: Args) => Answer {
  let calls = 0;
  return (...args) => {
    const answer = answers[Math.min(calls, answers.length - 1)] ?? answers[0];
    calls += 1;
    return answer(...args);
  };
}

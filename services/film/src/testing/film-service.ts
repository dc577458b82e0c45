import {
  create,
  type DescMessage,
  fromBinary,
  type Message,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { EnvelopeSchema } from '@marquee/contracts/events/v1/envelope_pb';
import { ProfileChangedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import { AdService, CampaignService } from '@marquee/contracts/film/v1/campaigns_pb';
import { CatalogueService } from '@marquee/contracts/film/v1/catalogue_pb';
import { CheckoutService, SalesService } from '@marquee/contracts/film/v1/checkout_pb';
import { CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { DiaryService } from '@marquee/contracts/film/v1/diary_pb';
import { EarningsService } from '@marquee/contracts/film/v1/earnings_pb';
import { AssetKind, ProjectType } from '@marquee/contracts/film/v1/film_pb';
import { GrantService } from '@marquee/contracts/film/v1/grants_pb';
import { ImportService } from '@marquee/contracts/film/v1/imports_pb';
import { ListService } from '@marquee/contracts/film/v1/lists_pb';
import { ModerationService } from '@marquee/contracts/film/v1/moderation_pb';
import { PayoutService } from '@marquee/contracts/film/v1/payouts_pb';
import { PremiereService } from '@marquee/contracts/film/v1/premiere_pb';
import { ReceiptService } from '@marquee/contracts/film/v1/receipts_pb';
import { RecommendationService } from '@marquee/contracts/film/v1/recommendations_pb';
import { ReviewQueueService } from '@marquee/contracts/film/v1/review_queue_pb';
import { ReviewTalkService } from '@marquee/contracts/film/v1/review_talk_pb';
import { ReviewService } from '@marquee/contracts/film/v1/reviews_pb';
import { StatisticsService } from '@marquee/contracts/film/v1/statistics_pb';
import { type CreateFilmRequestSchema, StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { TutorialService } from '@marquee/contracts/film/v1/tutorials_pb';
import { UserRecordsService } from '@marquee/contracts/film/v1/user_records_pb';
import { WatchService } from '@marquee/contracts/film/v1/watch_pb';
import { WatchlistService } from '@marquee/contracts/film/v1/watchlist_pb';
import { newId } from '@marquee/data/ids';
import { topicOf } from '@marquee/events/topics';
import type { AccountViewer, Viewer } from '@marquee/runtime/viewer';
import type { RunningService } from '@marquee/service/platform';
import { atEnd } from '@marquee/testing/cleanup';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { type FixedClock, fixedClock } from '@marquee/testing/fixed-clock';
import { type TestPlatform, testPlatform } from '@marquee/testing/test-platform';
import { viewers } from '@marquee/testing/viewers';
import { type FilmConfig, filmConfig } from '../config.ts';
import { film } from '../service.ts';
import { type MediaDouble, startMediaDouble } from './media-double.ts';

const START = '2026-11-20T12:00:00.000Z';

/** The keys of film's configuration. */
export const testKeys = {
  CURSOR_KEY: 'cursor-key-'.repeat(4),
  VISITOR_HASH_KEY: 'visitor-key-'.repeat(4),
  RECIPIENT_HASH_KEY: 'recipient-key-'.repeat(4),
};

export const completeFields = {
  filmTitle: 'The Quiet of Long Rivers',
  projectType: ProjectType.FEATURE,
  country: 'PT',
  language: 'pt',
  languages: ['pt', 'en'],
  genres: ['Drama', 'Mystery'],
  rating: 'PG-13',
  logLine: 'A ferryman carries letters that nobody sent.',
  releaseDate: '2026-03-14',
  isStudentFilm: true,
  isFirstTimeFilmMaker: true,
  hasSubtitles: true,
  resolution: '4K',
} satisfies MessageInitShape<typeof CreateFilmRequestSchema>;

/** Film running on a real database and bus, with a double of media, and people who call it; once per test file. */
export async function filmService(settings: Partial<FilmConfig> = {}, addresses: Record<string, string> = {}) {
  const clock = fixedClock(START);
  const alone = await testPlatform('film', { clock });
  const media = await startMediaDouble(alone);
  const platform = { ...alone, addresses: { ...alone.addresses, media: media.address, ...addresses } };
  return startHarness({ platform, media, clock }, settings);
}

type Surroundings = Pick<FilmHarness, 'platform' | 'media' | 'clock'>;

/** Another process of film on the same database and bus. */
export async function startHarness({ platform, media, clock }: Surroundings, settings: Partial<FilmConfig> = {}) {
  const config = filmConfig.parse({ ...testKeys, FLUSH_INTERVAL_MS: 50, INVITATION_TEXTS: '1', ...settings });
  const service = await film.start(config, platform);
  atEnd(() => service.drain());
  return new FilmHarness(service, platform, media, clock);
}

type Running = RunningService;

export class FilmHarness {
  readonly service: Running;
  readonly platform: TestPlatform;
  readonly media: MediaDouble;
  readonly clock: FixedClock;

  constructor(service: Running, platform: TestPlatform, media: MediaDouble, clock: FixedClock) {
    this.service = service;
    this.platform = platform;
    this.media = media;
    this.clock = clock;
  }

  get db() {
    return this.platform.db;
  }

  /** The calls of one viewer. */
  as(viewer: Viewer, options?: Parameters<typeof clientFor>[3]) {
    return {
      viewer,
      catalogue: clientFor(this.service, CatalogueService, viewer, options),
      studio: clientFor(this.service, StudioService, viewer, options),
      crew: clientFor(this.service, CrewService, viewer, options),
      reviews: clientFor(this.service, ReviewService, viewer, options),
      reviewQueue: clientFor(this.service, ReviewQueueService, viewer, options),
      talk: clientFor(this.service, ReviewTalkService, viewer, options),
      watch: clientFor(this.service, WatchService, viewer, options),
      premieres: clientFor(this.service, PremiereService, viewer, options),
      watchlist: clientFor(this.service, WatchlistService, viewer, options),
      diary: clientFor(this.service, DiaryService, viewer, options),
      tutorials: clientFor(this.service, TutorialService, viewer, options),
      lists: clientFor(this.service, ListService, viewer, options),
      imports: clientFor(this.service, ImportService, viewer, options),
      recommendations: clientFor(this.service, RecommendationService, viewer, options),
      backOffice: clientFor(this.service, FilmBackOfficeService, viewer, options),
      campaigns: clientFor(this.service, CampaignService, viewer, options),
      ads: clientFor(this.service, AdService, viewer, options),
      moderation: clientFor(this.service, ModerationService, viewer, options),
      checkout: clientFor(this.service, CheckoutService, viewer, options),
      receipts: clientFor(this.service, ReceiptService, viewer, options),
      sales: clientFor(this.service, SalesService, viewer, options),
      earnings: clientFor(this.service, EarningsService, viewer, options),
      payouts: clientFor(this.service, PayoutService, viewer, options),
      statistics: clientFor(this.service, StatisticsService, viewer, options),
      grants: clientFor(this.service, GrantService, viewer, options),
      records: clientFor(this.service, UserRecordsService, viewer, options),
    };
  }

  visitor() {
    return this.as(viewers.visitor());
  }

  lover(overrides?: Partial<AccountViewer>) {
    const viewer = viewers.movieLover(overrides);
    return { ...this.as(viewer), viewer };
  }

  maker(overrides?: Partial<AccountViewer>) {
    const viewer = viewers.entertainmentPro(overrides);
    return { ...this.as(viewer), viewer };
  }

  staff() {
    const viewer = viewers.staff({ steppedUpAt: this.clock.now() });
    return { ...this.as(viewer), viewer };
  }

  /** A film with every field and asset that publishing needs. */
  async completeFilm(maker: Maker, fields: MessageInitShape<typeof CreateFilmRequestSchema> = {}): Promise<string> {
    const created = await maker.studio.createFilm({ requestId: newId(), ...completeFields, ...fields });
    const filmId = created.film?.film?.id ?? '';
    for (const kind of [AssetKind.FILM_VIDEO, AssetKind.TRAILER_VIDEO]) {
      const video = this.media.addVideo(maker.viewer.accountId);
      await maker.studio.setFilmAsset({ requestId: newId(), filmId, kind, mediaId: video.id });
      await this.media.completeTranscode(video.id);
    }
    for (const kind of [AssetKind.POSTER_IMAGE, AssetKind.TRAILER_IMAGE]) {
      const mediaId = this.media.addPicture(maker.viewer.accountId).id;
      await maker.studio.setFilmAsset({ requestId: newId(), filmId, kind, mediaId });
    }
    await eventually(async () => {
      const { film } = await maker.studio.getMyFilm({ filmId });
      return Boolean(film?.film?.hasFilm && film.film.hasTrailer);
    });
    return filmId;
  }

  /** A film that waits for staff. */
  async waitingFilm(maker: Maker, fields: MessageInitShape<typeof CreateFilmRequestSchema> = {}): Promise<string> {
    const filmId = await this.completeFilm(maker, fields);
    await maker.studio.publishFilm({ requestId: newId(), filmId });
    return filmId;
  }

  /** A film in the feed. */
  async releasedFilm(maker: Maker, fields: MessageInitShape<typeof CreateFilmRequestSchema> = {}): Promise<string> {
    const filmId = await this.waitingFilm(maker, fields);
    await this.staff().backOffice.setFilmFlags({ requestId: newId(), filmId, isApproved: true });
    return filmId;
  }

  /** Resolves once searches find every film as it is now. */
  async indexed(): Promise<void> {
    await eventually(async () => (await this.db.query('SELECT 1 FROM search_stale LIMIT 1')).length === 0);
  }

  /** Identity publishes a person's profile; resolves once film has stored it. */
  async introduce(viewer: AccountViewer, firstName: string, lastName: string, version = 1n): Promise<void> {
    const person = { id: viewer.accountId, firstName, lastName, version };
    await this.deliver(ProfileChangedSchema, create(ProfileChangedSchema, { person }), viewer.accountId, version);
  }

  /** Another service publishes an event; resolves once film has applied it. */
  async deliver(schema: DescMessage, message: Message, aggregateId: string, aggregateVersion = 1n): Promise<void> {
    const id = newId();
    const envelope = create(EnvelopeSchema, {
      id,
      type: schema.typeName,
      aggregateType: 'test',
      aggregateId,
      aggregateVersion,
      occurredAt: timestampFromDate(this.clock.now()),
      payload: toBinary(schema, message),
    });
    const body = toBinary(EnvelopeSchema, envelope);
    await this.platform.bus.publish([{ topic: topicOf(schema), key: aggregateId, id, type: schema.typeName, body }]);
    await eventually(async () => (await this.db.query('SELECT 1 FROM inbox WHERE event_id = $1', [id])).length > 0);
  }

  /** The events of this type that film has published, in order. */
  async published<S extends DescMessage>(schema: S): Promise<MessageShape<S>[]> {
    const rows = await this.db.query<{ body: Buffer }>('SELECT body FROM outbox WHERE type = $1 ORDER BY seq', [
      schema.typeName,
    ]);
    return rows.map(({ body }) => fromBinary(schema, fromBinary(EnvelopeSchema, body).payload));
  }

  /** The versions in the signals of a film from now on, as open pages and page caches receive them. */
  signalsOf(filmId: string): bigint[] {
    const versions: bigint[] = [];
    const end = this.platform.signals.subscribe(`film:${filmId}`, ({ version }) => versions.push(BigInt(version)));
    atEnd(async () => end());
    return versions;
  }

  /** The types and versions of the events of one film, in order. */
  async history(filmId: string): Promise<{ type: string; version: bigint }[]> {
    const rows = await this.db.query<{ body: Buffer }>('SELECT body FROM outbox WHERE key = $1 ORDER BY seq', [filmId]);
    return rows.map(({ body }) => {
      const { type, aggregateVersion: version } = fromBinary(EnvelopeSchema, body);
      return { type: type.replace('events.v1.', ''), version };
    });
  }
}

export type Maker = ReturnType<FilmHarness['maker']>;

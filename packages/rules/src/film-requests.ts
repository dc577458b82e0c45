import { z } from 'zod';
import { QUERY_LENGTH_MAX } from './catalogue.ts';
import { updateFilmSchema } from './film.ts';
import { addCrewSchema, inviteCrewSchema } from './film-crew.ts';
import { reportFilmSchema } from './film-reports.ts';
import { ASSET_KINDS, PROJECT_TYPES, RELEASE_TYPES } from './film-types.ts';
import { REQUEST_MESSAGES } from './request-messages.ts';
import { rateFilmSchema } from './reviews.ts';
import { PLAYBACK_EVENTS_MAX } from './watch.ts';

// What the methods of film take. Ids are looked up as they come: a text that is no id is not found.

const filmId = z.string();
const page = { pageSize: z.number(), cursor: z.string() };
const query = z.string().transform((text) => text.trim().slice(0, QUERY_LENGTH_MAX));

/** One of the names, or '' for none. */
const choice = <const N extends string>(names: readonly N[]) => z.enum(['', ...names], REQUEST_MESSAGES.choiceUnknown);

export const noInputSchema = z.object({});
export const listSchema = z.object(page);
export const filmIdSchema = z.object({ filmId });
export const filmPageSchema = z.object({ ...page, filmId });

export const FILM_SORTS = ['NEWEST', 'TITLE', 'TOP_RATED'] as const;
export const getFilmSchema = z.object({ filmId, preview: z.boolean() });
export const listFilmsSchema = z.object({
  ...page,
  query,
  genre: z.string(),
  projectType: choice(PROJECT_TYPES),
  releaseType: choice(RELEASE_TYPES),
  country: z.string(),
  language: z.string(),
  sort: choice(FILM_SORTS),
});
export type ListFilms = z.output<typeof listFilmsSchema>;

const assetKind = z.enum(ASSET_KINDS, 'Please choose what this file is.');
const asset = { kind: assetKind, mediaId: z.string() };
export const listMyFilmsSchema = z.object({ ...page, query });
export const setFilmAssetSchema = z.object({ ...asset, filmId });
export const removeFilmAssetSchema = z.object({ filmId, kind: assetKind });
export const updateFilmRequestSchema = updateFilmSchema.extend({
  filmId,
  /** 0n: whatever the version is. */
  expectedVersion: z.bigint(),
  distribution: z.object({ website: z.boolean(), mobile: z.boolean(), tv: z.boolean() }).optional(),
  licenseAgreementStatus: choice(['ACCEPTED']).optional(),
  assets: z.array(z.object(asset)).max(ASSET_KINDS.length),
});
export type UpdateFilmRequest = z.output<typeof updateFilmRequestSchema>;

const crewId = z.string();
export const listCrewSchema = z.object({ ...page, filmId, query });
export const addCrewRequestSchema = addCrewSchema.extend({ filmId });
export const crewIdSchema = z.object({ filmId, crewId });
export const inviteCrewRequestSchema = inviteCrewSchema.extend({ filmId, crewId });
export const decideCreditClaimSchema = z.object({ claimId: z.string(), accept: z.boolean() });
export const creditInvitationSchema = z.object({ invitationId: z.string() });

export const rateFilmRequestSchema = rateFilmSchema.extend({ filmId });
export const setLikeSchema = z.object({ filmId, liked: z.boolean() });
export const setBlockSchema = z.object({ filmId, blocked: z.boolean() });
export const reportFilmRequestSchema = reportFilmSchema.extend({ filmId });

const playbackSessionId = z.string();
const playedMs = z.number();
export const PLAYBACK_EVENTS = ['PAUSE', 'PLAY', 'FINISH', 'GIVEN_UP'] as const;
/** Why a player stopped; the place in the list is the bit that marks it in its session. */
export const PLAYBACK_ERRORS = ['other', 'network', 'away', 'refused', 'media', 'drm', 'unsupported'] as const;
const EVENT_ID_LENGTH_MAX = 64;

const qualitySchema = z.object({
  startMs: z.number().optional(),
  rebufferedMs: z.number(),
  errors: z.array(z.enum(PLAYBACK_ERRORS)),
});
export type PlaybackQuality = z.output<typeof qualitySchema>;

const eventId = z
  .string()
  .min(1, 'Each event needs an id of its own.')
  .max(EVENT_ID_LENGTH_MAX, 'Each event needs an id of its own.');
const playbackEventSchema = z.object({
  eventId,
  event: z.enum(PLAYBACK_EVENTS, 'This event is not known.'),
  timeMs: z.number(),
  occurredAt: z.date('Please send a date and a time.').optional(),
  playedMs,
});
export type PlaybackEventInput = z.output<typeof playbackEventSchema>;

export const startPlaybackSchema = z.object({ filmId, nativeHls: z.boolean() });
export const heartbeatSchema = z.object({
  playbackSessionId,
  positionMs: z.number(),
  playedMs,
  quality: qualitySchema.optional(),
});
export type Heartbeat = z.output<typeof heartbeatSchema>;
export const recordPlaybackEventsSchema = z.object({
  playbackSessionId,
  filmId,
  sentAt: z.date('Please send a date and a time.').optional(),
  events: z
    .array(playbackEventSchema)
    .max(PLAYBACK_EVENTS_MAX, `At most ${PLAYBACK_EVENTS_MAX} events can be sent at once.`)
    .superRefine((events, { addIssue }) => {
      const ids = new Set<string>();
      for (const [index, event] of events.entries()) {
        if (ids.has(event.eventId)) {
          addIssue({ code: 'custom', path: [index, 'eventId'], message: 'Each event needs an id of its own.' });
        }
        ids.add(event.eventId);
      }
    }),
});
export type RecordPlaybackEvents = z.output<typeof recordPlaybackEventsSchema>;
export const markViewSchema = z.object({ playbackSessionId, playedMs });

export const listAllFilmsSchema = z.object({
  ...page,
  query,
  awaitingApproval: z.boolean(),
  published: z.boolean().optional(),
});
export const setFilmFlagsSchema = z.object({
  filmId,
  isApproved: z.boolean().optional(),
  published: z.boolean().optional(),
  isFestivalWinner: z.boolean().optional(),
});
export const setFilmDistributionSchema = z.object({
  filmId,
  website: z.boolean().optional(),
  mobile: z.boolean().optional(),
  tv: z.boolean().optional(),
});
export const setMakerAutoApprovalSchema = z.object({ filmId, autoApproved: z.boolean() });
export const decideAssetReplacementSchema = z.object({ filmId, kind: assetKind, approve: z.boolean() });
export const reviewIdSchema = z.object({ reviewId: z.string() });

import { z } from 'zod';
import { AD_SECONDS_MAX } from './ads.ts';
import { oneLine } from './plain-text.ts';
import { isSecureWebAddress } from './web-address.ts';

/** Ads that staff make of trailers [WAT-11]. */
export const CAMPAIGN_LIMITS = {
  campaignsMax: 500,
  titleLengthMax: 120,
  textLengthMax: 160,
  urlLengthMax: 2_048,
  /** Days whose counts are listed. */
  daysListedMax: 90,
  timeMin: new Date('2000-01-01T00:00:00Z'),
  timeMax: new Date('2100-01-01T00:00:00Z'),
} as const;

export const CAMPAIGN_MESSAGES = {
  title: 'Please enter a title of 1 to 120 characters.',
  film: 'Please select a film',
  noTrailer: `This film has no trailer that plays and lasts at most ${AD_SECONDS_MAX} seconds.`,
  clickUrl: 'Please enter an address of the public web that begins with https://, without a user name.',
  companionText: 'The text has at most 160 characters.',
  skipAfterSeconds: `Please enter whole seconds, from 0 to ${AD_SECONDS_MAX}.`,
  endsBeforeStart: 'The end has to be after the start.',
  timeRange: 'Please enter a time between 2000 and 2100.',
  notFound: 'This campaign does not exist.',
  conflict: 'Somebody else changed this campaign meanwhile. Please reload it and change it again.',
  full: 'There are 500 campaigns, which is as many as there can be. Delete one first.',
} as const;

/** The states of a campaign, in the order in which each hides the ones after it. */
export const CAMPAIGN_STATES = ['OFF', 'ENDED', 'NO_VIDEO', 'SCHEDULED', 'RUNNING'] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

const campaignTime = z
  .date()
  .min(CAMPAIGN_LIMITS.timeMin, CAMPAIGN_MESSAGES.timeRange)
  .max(CAMPAIGN_LIMITS.timeMax, CAMPAIGN_MESSAGES.timeRange);

/** What staff fill in of a campaign; the browser and the service check it alike. */
export const campaignSchema = z
  .object({
    title: oneLine().min(1, CAMPAIGN_MESSAGES.title).max(CAMPAIGN_LIMITS.titleLengthMax, CAMPAIGN_MESSAGES.title),
    filmId: z.string().min(1, CAMPAIGN_MESSAGES.film),
    clickUrl: oneLine()
      .max(CAMPAIGN_LIMITS.urlLengthMax, CAMPAIGN_MESSAGES.clickUrl)
      .refine((text) => text === '' || isSecureWebAddress(text), CAMPAIGN_MESSAGES.clickUrl),
    companionText: oneLine().max(CAMPAIGN_LIMITS.textLengthMax, CAMPAIGN_MESSAGES.companionText),
    /** Left out where the ad cannot be skipped. */
    skipAfterSeconds: z
      .int(CAMPAIGN_MESSAGES.skipAfterSeconds)
      .min(0, CAMPAIGN_MESSAGES.skipAfterSeconds)
      .max(AD_SECONDS_MAX, CAMPAIGN_MESSAGES.skipAfterSeconds)
      .optional(),
    startsAt: campaignTime.optional(),
    endsAt: campaignTime.optional(),
    enabled: z.boolean(),
  })
  .refine(({ startsAt, endsAt }) => !startsAt || !endsAt || startsAt < endsAt, {
    path: ['endsAt'],
    message: CAMPAIGN_MESSAGES.endsBeforeStart,
  });
export type CampaignFields = z.output<typeof campaignSchema>;

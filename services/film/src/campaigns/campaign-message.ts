import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  AdEvent,
  type CampaignSchema,
  CampaignState,
  type GetAdResponseSchema,
  type GetCampaignResponseSchema,
  type ListCampaignsRequest,
  type ListCampaignsResponseSchema,
  type RecordAdEventRequest,
  type SaveCampaignRequest,
} from '@marquee/contracts/film/v1/campaigns_pb';
import { nameOf } from '../films/enum-names.ts';
import type { SignedUrl } from '../watch/signed-urls.ts';
import type { CountedCampaign } from './list-campaigns.ts';
import type { DayCounts, ShownAd } from './showings.ts';

export const listCampaignsInput = (request: ListCampaignsRequest) => ({
  ...request,
  state: nameOf(CampaignState, request.state),
});

export function saveCampaignInput(request: SaveCampaignRequest) {
  const { startsAt, endsAt } = request;
  return { ...request, startsAt: startsAt && timestampDate(startsAt), endsAt: endsAt && timestampDate(endsAt) };
}

/** FIRST_QUARTILE of the contract is first-quartile in rules. */
export const adEventInput = (request: RecordAdEventRequest) => ({
  ...request,
  event: nameOf(AdEvent, request.event).toLowerCase().replaceAll('_', '-'),
});

function campaignMessage({ campaign, counts }: CountedCampaign): MessageInitShape<typeof CampaignSchema> {
  const { startsAt, endsAt, skipAfterSeconds, state, ...fields } = campaign;
  return {
    ...fields,
    ...(skipAfterSeconds !== null && { skipAfterSeconds }),
    ...(startsAt && { startsAt: timestampFromDate(startsAt) }),
    ...(endsAt && { endsAt: timestampFromDate(endsAt) }),
    state: CampaignState[state],
    counts: counts ?? {},
  };
}

export const oneCampaignMessage = (counted: CountedCampaign) => ({ campaign: campaignMessage(counted) });

export function campaignsMessage(page: {
  rows: CountedCampaign[];
  nextCursor: string;
}): MessageInitShape<typeof ListCampaignsResponseSchema> {
  return { campaigns: page.rows.map(campaignMessage), nextCursor: page.nextCursor };
}

export function campaignWithDaysMessage(
  found: CountedCampaign & { days: DayCounts[] },
): MessageInitShape<typeof GetCampaignResponseSchema> {
  return { ...oneCampaignMessage(found), days: found.days.map(({ day, ...counts }) => ({ day, counts })) };
}

export function adMessage({ ad, url }: { ad: ShownAd; url: SignedUrl }): MessageInitShape<typeof GetAdResponseSchema> {
  const { skipAfterSeconds, trailerMediaId: _, ...shown } = ad;
  return {
    ...shown,
    ...(skipAfterSeconds !== null && { skipAfterSeconds }),
    signedUrl: url.baseUrl,
    dashManifest: url.dashManifest,
    hlsManifest: url.hlsManifest,
  };
}

import { AdService, CampaignService } from '@marquee/contracts/film/v1/campaigns_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write, writeWithoutTransaction } from '@marquee/service/use-case';
import type { FilmResources } from '../resources.ts';
import {
  adEventInput,
  adMessage,
  campaignsMessage,
  campaignWithDaysMessage,
  listCampaignsInput,
  oneCampaignMessage,
  saveCampaignInput,
} from './campaign-message.ts';
import { deleteCampaign, deleteCampaignSchema } from './delete-campaign.ts';
import { getAd, showingIdSchema } from './get-ad.ts';
import { campaignIdSchema, getCampaign } from './get-campaign.ts';
import { listCampaigns, listCampaignsSchema } from './list-campaigns.ts';
import { recordAdEvent, recordAdEventSchema } from './record-ad-event.ts';
import { saveCampaign, saveCampaignSchema } from './save-campaign.ts';

/** Ads of the house, as staff make them [WAT-11]. */
export const campaignRpc = rpc<FilmResources>()(CampaignService, {
  listCampaigns: read(listCampaignsSchema, listCampaigns, campaignsMessage, { from: listCampaignsInput }),
  getCampaign: read(campaignIdSchema, getCampaign, campaignWithDaysMessage),
  saveCampaign: write(saveCampaignSchema, saveCampaign, oneCampaignMessage, { from: saveCampaignInput }),
  deleteCampaign: write(deleteCampaignSchema, deleteCampaign, () => ({})),
});

/** The same ads, as players ask for them and report on them. */
export const adRpc = rpc<FilmResources>()(AdService, {
  getAd: read(showingIdSchema, getAd, adMessage),
  recordAdEvent: writeWithoutTransaction(recordAdEventSchema, recordAdEvent, () => ({}), { from: adEventInput }),
});

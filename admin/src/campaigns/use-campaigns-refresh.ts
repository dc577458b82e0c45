import { CampaignService } from '@marquee/contracts/film/v1/campaigns_pb';
import { ModerationService } from '@marquee/contracts/film/v1/moderation_pb';
import { useRefresh } from '../shell/use-refresh.ts';

/** Loads again what pages show of campaigns and of the history of films, once something has changed. */
export const useCampaignsRefresh = (): (() => Promise<void>) => useRefresh(CampaignService, ModerationService);

import { type AdCounts, CampaignState } from '@marquee/contracts/film/v1/campaigns_pb';

export const campaignState: Record<CampaignState, { label: string; tone: 'good' | 'action' | 'warn' | 'neutral' }> = {
  [CampaignState.UNSPECIFIED]: { label: '–', tone: 'neutral' },
  [CampaignState.RUNNING]: { label: 'Running', tone: 'good' },
  [CampaignState.SCHEDULED]: { label: 'Scheduled', tone: 'action' },
  [CampaignState.ENDED]: { label: 'Ended', tone: 'neutral' },
  [CampaignState.OFF]: { label: 'Off', tone: 'neutral' },
  [CampaignState.NO_VIDEO]: { label: 'No video', tone: 'warn' },
};

/** What is counted of a campaign, in the order in which it happens. */
export const COUNTS: readonly { name: Exclude<keyof AdCounts, `$${string}`>; label: string }[] = [
  { name: 'served', label: 'Playbacks' },
  { name: 'impressions', label: 'Shown' },
  { name: 'starts', label: 'Started' },
  { name: 'firstQuartiles', label: 'A quarter' },
  { name: 'midpoints', label: 'Half' },
  { name: 'thirdQuartiles', label: 'Three quarters' },
  { name: 'completes', label: 'To the end' },
  { name: 'skips', label: 'Skipped' },
  { name: 'clicks', label: 'Clicked' },
  { name: 'errors', label: 'Failed' },
];

export const countText = (count: bigint | undefined): string => (count ?? 0n).toLocaleString('en');

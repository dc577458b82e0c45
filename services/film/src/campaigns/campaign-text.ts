import type { Campaign } from '../../gen/prisma/client.ts';

/** A campaign in a line, as the film's history has it; '' for none. */
export function campaignText(campaign: Campaign | undefined): string {
  if (!campaign) return '';
  const { title, clickUrl, companionText, skipAfterSeconds, startsAt, endsAt, enabled } = campaign;
  return [
    title,
    companionText,
    clickUrl,
    skipAfterSeconds === null ? 'not skipped' : `skipped after ${skipAfterSeconds} s`,
    startsAt && `from ${startsAt.toISOString()}`,
    endsAt && `until ${endsAt.toISOString()}`,
    enabled ? 'enabled' : 'off',
  ]
    .filter(Boolean)
    .join(', ');
}

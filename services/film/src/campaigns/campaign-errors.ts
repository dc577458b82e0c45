import { CAMPAIGN_LIMITS, CAMPAIGN_MESSAGES } from '@marquee/rules/campaigns';
import { DomainError } from '@marquee/runtime/errors';

export function campaignNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'CAMPAIGN_NOT_FOUND', message: CAMPAIGN_MESSAGES.notFound });
}

export function campaignChanged(version: bigint): DomainError {
  return new DomainError({
    kind: 'CONFLICT',
    reason: 'CAMPAIGN_CHANGED',
    message: CAMPAIGN_MESSAGES.conflict,
    metadata: { version: String(version) },
  });
}

export function campaignsFull(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'CAMPAIGNS_FULL',
    message: CAMPAIGN_MESSAGES.full,
    metadata: { max: String(CAMPAIGN_LIMITS.campaignsMax) },
  });
}

export function trailerNotPlayable(): DomainError {
  const message = CAMPAIGN_MESSAGES.noTrailer;
  return new DomainError({
    ...{ kind: 'FAILED_PRECONDITION', reason: 'CAMPAIGN_WITHOUT_VIDEO', message },
    fields: [{ field: 'filmId', message }],
  });
}

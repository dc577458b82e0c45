import { MEDIA_MESSAGES } from '@marquee/rules/media';

/** Stored reasons of failed protections, with the texts for makers [ADF-05]. */
export const PROTECTION_ERRORS = {
  PROTECTION_FAILED: MEDIA_MESSAGES.protectionFailed,
  STORAGE_FULL: MEDIA_MESSAGES.protectionNoRoom,
  WORKER_LOST: MEDIA_MESSAGES.protectionLost,
} as const;

export type ProtectionErrorReason = keyof typeof PROTECTION_ERRORS;

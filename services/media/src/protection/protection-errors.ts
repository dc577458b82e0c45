/** Stored reasons of failed protections, with the texts for makers [ADF-05]. */
export const PROTECTION_ERRORS = {
  PROTECTION_FAILED: 'Failed to encode: the video could not be encrypted. Please start again.',
  STORAGE_FULL: 'Failed to encode: there was no room for the encrypted video. Please start again later.',
  WORKER_LOST: 'Failed to encode: the encryption was interrupted several times. Please start again.',
} as const;

export type ProtectionErrorReason = keyof typeof PROTECTION_ERRORS;

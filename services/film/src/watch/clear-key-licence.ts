import type { ContentKey } from '@marquee/contracts/media/v1/playback_pb';

/** A licence as EME's Clear Key takes it, as JSON. */
export function clearKeyLicence(keys: readonly ContentKey[]): string {
  return JSON.stringify({
    keys: keys.map(({ keyId, key }) => ({ kty: 'oct', kid: keyId, k: key })),
    type: 'temporary',
  });
}

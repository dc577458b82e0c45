import { z } from 'zod';

/** An address whose origin pages may be allowed to reach. */
const httpsAddress = () =>
  z.string().regex(/^(https:\/\/[A-Za-z0-9.-]+(:[0-9]+)?(\/[^\s]*)?)?$/, 'must be an address of https://');

/** The variables that name licence servers of browsers' own protection; all empty by default [WAT-06]. */
export const licenceServerVariables = {
  DRM_WIDEVINE_URL: httpsAddress()
    .default('')
    .describe(
      'a licence server of Widevine (Chrome, Edge, Firefox, Android) for protected films; the same for media, its workers and the gateway',
    ),
  DRM_PLAYREADY_URL: httpsAddress()
    .default('')
    .describe('a licence server of PlayReady (Edge on Windows, televisions), as for DRM_WIDEVINE_URL'),
  DRM_FAIRPLAY_URL: httpsAddress()
    .default('')
    .describe('a licence server of FairPlay (Safari), as for DRM_WIDEVINE_URL; needs DRM_FAIRPLAY_CERTIFICATE_URL'),
  DRM_FAIRPLAY_CERTIFICATE_URL: httpsAddress()
    .default('')
    .describe('where browsers fetch the certificate of DRM_FAIRPLAY_URL'),
};

type LicenceServerConfig = Record<keyof typeof licenceServerVariables, string>;

/** A key system by its name of Encrypted Media Extensions. */
export type KeySystem = 'com.widevine.alpha' | 'com.microsoft.playready' | 'com.apple.fps';
/** `certificateUrl` is '' where none is needed. */
export type LicenceServer = { keySystem: KeySystem; url: string; certificateUrl: string };

/** The servers that are configured. Of several that a browser knows, the first is used. */
export function licenceServersOf(config: LicenceServerConfig): LicenceServer[] {
  const servers: LicenceServer[] = [
    { keySystem: 'com.widevine.alpha', url: config.DRM_WIDEVINE_URL, certificateUrl: '' },
    { keySystem: 'com.microsoft.playready', url: config.DRM_PLAYREADY_URL, certificateUrl: '' },
    { keySystem: 'com.apple.fps', url: config.DRM_FAIRPLAY_URL, certificateUrl: config.DRM_FAIRPLAY_CERTIFICATE_URL },
  ];
  return servers.filter(({ url }) => url !== '');
}

/** The origins of the servers and their certificates, which pages reach. */
export function licenceOriginsOf(config: LicenceServerConfig): string[] {
  const addresses = licenceServersOf(config).flatMap(({ url, certificateUrl }) => [url, certificateUrl]);
  return [...new Set(addresses.filter(Boolean).map((address) => new URL(address).origin))];
}

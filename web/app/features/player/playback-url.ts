const SIGNED = /\/v\/[^/]+\//;

/** The token of a signed address, `/v/<token>/<version>/…`. */
export function tokenOf(url: string): string | undefined {
  return /\/v\/([^/]+)\//.exec(url)?.[1];
}

/** What plays from a signed address: a film that was encrypted, or prepared again, has another version. */
export function versionOf(url: string): string | undefined {
  return /\/v\/[^/]+\/([^/]+)/.exec(url)?.[1];
}

/** The same file under the token of `signedUrl`: relative names in manifests keep the token they were loaded with. */
export function withTokenOf(url: string, signedUrl: string): string {
  const token = tokenOf(signedUrl);
  return token && SIGNED.test(url) ? url.replace(SIGNED, () => `/v/${token}/`) : url;
}

/** The absolute address of a file in the folder of the signed address. */
export function besideSigned(signedUrl: string, name: string, origin: string): string {
  return new URL(name, new URL(signedUrl, origin)).href;
}

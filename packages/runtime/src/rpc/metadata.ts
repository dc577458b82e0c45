import { Metadata } from '@grpc/grpc-js';

/** The names under which calls carry what the product adds. */
export const metadataNames = {
  viewerToken: 'viewer-token',
  serviceToken: 'service-token',
  requestId: 'x-request-id',
  traceparent: 'traceparent',
  clientInfo: 'client-info-bin',
  challengeToken: 'challenge-token',
  knownTokens: 'known-tokens',
  sessionTokens: 'session-tokens',
  sessionSet: 'session-set',
  sessionClear: 'session-clear',
  sessionAccount: 'session-account',
  sessionLanguage: 'session-language',
  otherSessionsSet: 'other-sessions-set',
  challengeSet: 'challenge-set',
  knownSet: 'known-set',
} as const;

/** The first text under a name. */
export function metadataText(metadata: Metadata, name: string): string | undefined {
  const [value] = metadata.get(name);
  return typeof value === 'string' ? value : undefined;
}

/** The first bytes under a name that ends in `-bin`. */
export function metadataBytes(metadata: Metadata, name: string): Buffer | undefined {
  const [value] = metadata.get(name);
  return typeof value === 'object' ? value : undefined;
}

/** As web headers; bytes become unpadded base64, as Connect writes them. gRPC's own fields stay out. */
export function headersFromMetadata(metadata: Metadata | undefined): Headers {
  const headers = new Headers();
  if (!metadata) return headers;
  for (const [name, values] of Object.entries(metadata.toJSON())) {
    if (name.startsWith('grpc-') || name.startsWith(':')) continue;
    for (const value of values) headers.append(name, typeof value === 'string' ? value : base64(value));
  }
  return headers;
}

/** As gRPC metadata, added to `target`. Fields of the protocols stay out. */
export function addHeaders(target: Metadata, headers: Headers): Metadata {
  for (const [name, value] of headers) {
    if (name.startsWith('grpc-') || name.startsWith('connect-') || name === 'content-type' || name === 'te') continue;
    if (!name.endsWith('-bin')) target.add(name, value);
    else for (const part of value.split(',')) target.add(name, Buffer.from(part.trim(), 'base64'));
  }
  return target;
}

export function metadataFromHeaders(headers: Headers): Metadata {
  return addHeaders(new Metadata(), headers);
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

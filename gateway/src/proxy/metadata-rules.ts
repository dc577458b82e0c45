import type { IncomingMessage } from 'node:http';
import type { Metadata } from '@grpc/grpc-js';
import { metadataNames } from '@marquee/runtime/rpc/metadata';

// Secrets of the browser, headers that only the gateway sets, and headers of HTTP and Connect.
const STRIPPED_FROM_REQUESTS = new Set<string>([
  ...Object.values(metadataNames),
  'cookie',
  'authorization',
  'host',
  'origin',
  'referer',
  'user-agent',
  'forwarded',
  'via',
  'te',
  'trailer',
  'connection',
  'keep-alive',
  'upgrade',
  'transfer-encoding',
  'expect',
  'cache-control',
  'pragma',
  'date',
  'priority',
  'dnt',
  'tracestate',
  'baggage',
]);
const STRIPPED_PREFIXES = [
  'content-',
  'connect-',
  'accept',
  'sec-',
  'proxy-',
  'x-forwarded-',
  'x-real-',
  'if-',
  'grpc-',
];
const METADATA_NAME = /^[0-9a-z_.-]+$/;
const METADATA_VALUE = /^[\x20-\x7e]*$/;

/** Adds the headers that a page may send to a service; secrets and headers of the gateway are dropped. */
export function forwardHeaders(request: IncomingMessage, metadata: Metadata): void {
  const raw = request.rawHeaders;
  for (let index = 0; index < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    const value = raw[index + 1] ?? '';
    if (STRIPPED_FROM_REQUESTS.has(name) || STRIPPED_PREFIXES.some((prefix) => name.startsWith(prefix))) continue;
    if (!METADATA_NAME.test(name) || !METADATA_VALUE.test(value)) continue;
    if (!name.endsWith('-bin')) metadata.add(name, value);
    else for (const part of value.split(',')) metadata.add(name, Buffer.from(part.trim(), 'base64'));
  }
}

/** Changes to the browser's session, in identity's response metadata. */
export type SessionChanges = {
  sessionSet?: string;
  /** Whose session it is. */
  sessionAccount?: string;
  /** The language that this account has chosen. */
  sessionLanguage?: string;
  sessionClear?: string;
  /** Tokens of the other accounts in the browser, joined by dots; '-' for none. */
  otherSessionsSet?: string;
  challengeSet?: string;
  knownSet?: string;
};

const SESSION_NAMES: Record<string, keyof SessionChanges> = {
  [metadataNames.sessionSet]: 'sessionSet',
  [metadataNames.sessionAccount]: 'sessionAccount',
  [metadataNames.sessionLanguage]: 'sessionLanguage',
  [metadataNames.sessionClear]: 'sessionClear',
  [metadataNames.otherSessionsSet]: 'otherSessionsSet',
  [metadataNames.challengeSet]: 'challengeSet',
  [metadataNames.knownSet]: 'knownSet',
};
const STRIPPED_FROM_RESPONSES = new Set<string>([
  ...Object.values(metadataNames),
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'date',
  'server',
  'set-cookie',
  'accept-encoding',
]);

/** The response metadata that scripts of a page may see. */
export function visibleMetadata(metadata: Metadata | undefined): Map<string, string[]> {
  const visible = new Map<string, string[]>();
  for (const [name, values] of Object.entries(metadata?.toJSON() ?? {})) {
    if (STRIPPED_FROM_RESPONSES.has(name) || name.startsWith('grpc-')) continue;
    visible.set(
      name,
      values.map((value) => (typeof value === 'string' ? value : value.toString('base64').replace(/=+$/, ''))),
    );
  }
  return visible;
}

/** The changes in a response of identity; those of any other service are ignored. */
export function sessionChanges(
  serviceTypeName: string,
  metadata: (Metadata | undefined)[],
): SessionChanges | undefined {
  if (!serviceTypeName.startsWith('identity.v1.')) return undefined;
  const changes: SessionChanges = {};
  for (const [name, key] of Object.entries(SESSION_NAMES)) {
    for (const source of metadata) {
      const [value] = source?.get(name) ?? [];
      if (typeof value === 'string') changes[key] = value;
    }
  }
  return Object.keys(changes).length > 0 ? changes : undefined;
}

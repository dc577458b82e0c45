import type { IncomingMessage } from 'node:http';
import type { Metadata } from '@grpc/grpc-js';
import { metadataNames } from '@marquee/runtime/rpc/metadata';

// Only the gateway sets these.
const STRIPPED_FROM_REQUESTS = new Set<string>(Object.values(metadataNames));
/** What scripts of a page may add. Names without it belong to HTTP, Connect, browsers and proxies. */
const FORWARDED_PREFIX = 'x-';
const STRIPPED_PREFIXES = ['x-forwarded-', 'x-real-', 'x-http-'];
/** Values of headers. HTTP/2 refuses a call with more than 128, and ends the connection of all calls after a hundred of those. */
const FORWARDED_MAX = 32;
const METADATA_NAME = /^[0-9a-z_.-]+$/;
const METADATA_VALUE = /^[\x20-\x7e]*$/;

/**
 * Adds the headers that a page may send to a service. HTTP/2 must refuse none of them: grpc-js answers a refusal with a new
 * connection, on which it tries again, and each time all other calls to the service are lost. Therefore headers of HTTP itself
 * are left out, and lines of one name are joined to one, as HTTP reads them.
 */
export function forwardHeaders(request: IncomingMessage, metadata: Metadata): void {
  const raw = request.rawHeaders;
  const texts = new Map<string, string>();
  let left = FORWARDED_MAX;
  for (let index = 0; index < raw.length && left > 0; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    const value = raw[index + 1] ?? '';
    if (!mayForward(name) || !METADATA_VALUE.test(value)) continue;
    if (name.endsWith('-bin')) {
      const parts = value.split(',', left);
      left -= parts.length;
      for (const part of parts) metadata.add(name, Buffer.from(part.trim(), 'base64'));
    } else {
      const before = texts.get(name);
      left -= 1;
      texts.set(name, before === undefined ? value : `${before}, ${value}`);
    }
  }
  for (const [name, text] of texts) metadata.set(name, text);
}

/** Sets what a cookie holds, unless metadata cannot hold it: none of ours is so. */
export function setToken(metadata: Metadata, name: string, token: string | undefined): void {
  if (token && METADATA_VALUE.test(token)) metadata.set(name, token);
}

function mayForward(name: string): boolean {
  if (!name.startsWith(FORWARDED_PREFIX) || !METADATA_NAME.test(name)) return false;
  return !STRIPPED_FROM_REQUESTS.has(name) && !STRIPPED_PREFIXES.some((prefix) => name.startsWith(prefix));
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

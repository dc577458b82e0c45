import type { IncomingMessage } from 'node:http';
import { Metadata } from '@grpc/grpc-js';
import { forwardHeaders, sessionChanges, visibleMetadata } from './metadata-rules.ts';

test('headers of a page reach the service, except those that gRPC cannot carry or that are not the page’s to set', () => {
  const rawHeaders = [
    ...['X-Custom', 'one', 'x-custom', 'two', 'X-Bytes-Bin', 'aGk, eW91'],
    ...['x-name', 'Łódź', 'x(y)', 'no', 'cookie', 'secret', 'sec-fetch-site', 'same-origin', 'grpc-timeout', '1n'],
    ...['x-forwarded-for', '203.0.113.9', 'x-request-id', 'forged', 'http2-settings', 'AAMAAABk', 'from', 'me'],
  ];
  const metadata = new Metadata();
  forwardHeaders({ rawHeaders } as IncomingMessage, metadata);
  expect(metadata.toJSON()).toEqual({
    'x-custom': ['one, two'],
    'x-bytes-bin': [Buffer.from('hi'), Buffer.from('you')],
  });
});

test('no more values reach the service than HTTP/2 takes', () => {
  const count = (...rawHeaders: string[]) => {
    const metadata = new Metadata();
    forwardHeaders({ rawHeaders } as IncomingMessage, metadata);
    return Object.values(metadata.toJSON()).flat().length;
  };
  expect(count(...Array.from({ length: 500 }, (_, index) => [`x-${index}`, 'a']).flat())).toBe(32);
  expect(count('x-bytes-bin', ','.repeat(500), 'x-custom', 'late')).toBe(32);
});

test('a page sees what a service says, except what belongs to gRPC', () => {
  const metadata = new Metadata();
  for (const name of ['x-kept', 'grpc-status-details', 'session-set']) metadata.set(name, 'yes');
  metadata.set('x-bytes-bin', Buffer.from('hi'));
  expect(Object.fromEntries(visibleMetadata(metadata))).toEqual({ 'x-kept': ['yes'], 'x-bytes-bin': ['aGk'] });
  expect(visibleMetadata(undefined).size).toBe(0);
});

test('a session changes by the last that identity says, and by nothing else', () => {
  const set = (value: string) => {
    const metadata = new Metadata();
    metadata.set('session-set', value);
    return metadata;
  };
  expect(sessionChanges('identity.v1.AuthService', [set('first'), set('last')])).toEqual({ sessionSet: 'last' });
  expect(sessionChanges('identity.v1.AuthService', [new Metadata()])).toBeUndefined();
});

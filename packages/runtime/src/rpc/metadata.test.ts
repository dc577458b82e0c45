import { Metadata } from '@grpc/grpc-js';
import { headersFromMetadata, metadataBytes, metadataFromHeaders, metadataText } from './metadata.ts';

const BYTES = Buffer.from([251, 255, 1, 2]);

test('metadata becomes headers: text as it is, bytes as base64 without padding, nothing of gRPC', () => {
  const metadata = new Metadata();
  metadata.add('x-name', 'one');
  metadata.add('x-name', 'two');
  metadata.set('x-bytes-bin', BYTES);
  metadata.set('grpc-timeout', '1S');
  expect([...headersFromMetadata(metadata)]).toEqual([
    ['x-bytes-bin', '+/8BAg'],
    ['x-name', 'one, two'],
  ]);
  expect([...headersFromMetadata(undefined)]).toEqual([]);
});

test('headers become metadata, without those of the protocols', () => {
  const headers = new Headers({ 'x-name': 'one', 'x-bytes-bin': '+/8BAg, AQ==' });
  for (const name of ['grpc-timeout', 'connect-protocol-version', 'content-type', 'te']) headers.set(name, 'x');
  const metadata = metadataFromHeaders(headers);
  expect(Object.keys(metadata.getMap()).sort()).toEqual(['x-bytes-bin', 'x-name']);
  expect(metadata.get('x-bytes-bin')).toEqual([BYTES, Buffer.from([1])]);
});

test('a name is read as text or as bytes, and as nothing where it is the other', () => {
  const metadata = new Metadata();
  metadata.set('x-name', 'one');
  metadata.set('x-bytes-bin', BYTES);
  expect([metadataText(metadata, 'x-name'), metadataText(metadata, 'x-bytes-bin')]).toEqual(['one', undefined]);
  expect([metadataBytes(metadata, 'x-name'), metadataBytes(metadata, 'x-bytes-bin')]).toEqual([undefined, BYTES]);
  expect([metadataText(metadata, 'absent'), metadataBytes(metadata, 'absent')]).toEqual([undefined, undefined]);
});

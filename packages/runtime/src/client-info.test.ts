import { decodeClientInfo, encodeClientInfo, unknownClient } from './client-info.ts';

test('long texts are cut, and a place that is none is left out', () => {
  const place = { country: 'PT', region: 'r'.repeat(100), city: 'c'.repeat(100) };
  const long = decodeClientInfo(encodeClientInfo({ ip: '::1', userAgent: 'u'.repeat(1_000), place }));
  expect(long).toEqual({
    ip: '::1',
    userAgent: 'u'.repeat(512),
    place: { country: 'PT', region: 'r'.repeat(60), city: 'c'.repeat(60) },
  });
  const odd = Buffer.from(JSON.stringify({ ip: '::1', userAgent: 'u', place: { country: 'Portugal' } }));
  expect(decodeClientInfo(odd)).toEqual({ ip: '::1', userAgent: 'u', place: undefined });
});

test('what is no client info is an unknown client', () => {
  for (const bytes of [undefined, Buffer.from(''), Buffer.from('{"ip":7}')]) {
    expect(decodeClientInfo(bytes)).toBe(unknownClient);
  }
});

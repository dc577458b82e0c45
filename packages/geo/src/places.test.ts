import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { isPublicAddress } from '@marquee/runtime/public-address';
import { atEnd } from '@marquee/testing/cleanup';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { recordingLog } from '@marquee/testing/recording-log';
import { silentLog } from '@marquee/testing/silent-log';
import { placeOfRecord } from './place-of-record.ts';
import { openPlaces, readPlaces } from './places.ts';

const IPV4_FILE = createRequire(import.meta.url).resolve(
  '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv4.mmdb',
);

test.each([
  ['8.8.8.8', 'US'],
  ['::ffff:8.8.8.8', 'US'],
  ['::FFFF:8.8.8.8', 'US'],
  ['2001:4860:4860::8888', 'US'],
  ['193.136.128.1', 'PT'],
])('%s is in %s, by the free file of countries', async (address, country) => {
  expect(await openPlaces({ log: silentLog }).of(address)).toEqual({ country });
});

test.each(['127.0.0.1', '::1', '192.168.0.1', '::ffff:192.168.0.1', 'fe80::1%eth0', 'fd00::1', '', 'unknown', '8.8.8'])(
  '%p has no place',
  async (address) => {
    expect(await openPlaces({ log: silentLog }).of(address)).toBeUndefined();
  },
);

test('private and reserved addresses are not public, their neighbours are', () => {
  for (const address of ['10.0.0.0', '172.31.255.255', '100.127.0.1', '169.254.1.1', '240.0.0.1', 'ff02::1', '::']) {
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
  }
  for (const address of ['9.255.255.255', '172.32.0.0', '100.128.0.1', '223.255.255.255', '2a00::1']) {
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
  }
});

test('another file is given by its path; an IPv4 file has no place for IPv6', async () => {
  const places = openPlaces({ file: IPV4_FILE, log: silentLog });
  expect(await places.of('8.8.8.8')).toEqual({ country: 'US' });
  expect(await places.of('2001:4860:4860::8888')).toBeUndefined();
  expect(await openPlaces({ file: '/nowhere/places.mmdb', log: silentLog }).of('8.8.8.8')).toBeUndefined();
});

test('a broken file is logged, and every place is unknown until one that was mended is read a minute later', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  atEnd(() => void jest.useRealTimers());
  const folder = await mkdtemp(join(tmpdir(), 'marquee-geo-'));
  atEnd(() => rm(folder, { recursive: true }));
  const file = join(folder, 'broken.mmdb');
  await writeFile(file, 'no places');
  await expect(readPlaces(file)).rejects.toThrow();
  await readPlaces(IPV4_FILE);
  const log = recordingLog();
  const clock = fixedClock('2026-03-01T12:00:00Z');
  const places = openPlaces({ file, log: log.log, clock });
  expect(await places.of('127.0.0.1')).toBeUndefined();
  expect(log.said()).toEqual([]);
  expect([await places.of('8.8.8.8'), await places.of('1.1.1.1')]).toEqual([undefined, undefined]);
  expect(log.said()).toEqual(['the places file could not be read; every place is unknown']);
  clock.advance(60_000);
  jest.advanceTimersByTime(60_000);
  // Read again, and still broken since it was found to be.
  expect(await places.unreadableSince()).toEqual(new Date('2026-03-01T12:00:00Z'));
  expect(log.said()).toHaveLength(2);
  await copyFile(IPV4_FILE, file);
  expect(await places.of('8.8.8.8')).toBeUndefined();
  jest.advanceTimersByTime(60_000);
  expect(await places.of('8.8.8.8')).toEqual({ country: 'US' });
  expect(await places.unreadableSince()).toBeUndefined();
});

test.each([
  [
    { country_code: 'PT', state1: 'Lisboa', city: 'Lisbon' },
    { country: 'PT', region: 'Lisboa', city: 'Lisbon' },
  ],
  [{ country_code: 'PT', state1: '', city: 7 }, { country: 'PT' }],
  [
    {
      country: { iso_code: 'PT', names: { en: 'Portugal' } },
      subdivisions: [{ iso_code: '11', names: { en: 'Lisbon' } }, { names: { en: 'Inner' } }],
      city: { names: { en: 'Lisbon', pt: 'Lisboa' } },
    },
    { country: 'PT', region: 'Lisbon', city: 'Lisbon' },
  ],
  [{ country: { iso_code: 'PT' } }, { country: 'PT' }],
  [{ country_code: 'ZZ' }, undefined],
  [{ country_code: 'Portugal' }, undefined],
  [{ continent: {} }, undefined],
  [null, undefined],
])('the record %j gives the place %j', (record, place) => {
  expect(placeOfRecord(record)).toEqual(place);
});

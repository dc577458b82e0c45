import { createRequire } from 'node:module';
import { isIPv4, isIPv6 } from 'node:net';
import type { Place } from '@marquee/runtime/client-info';
import { type Clock, systemClock } from '@marquee/runtime/clock';
import type { Logger } from '@marquee/runtime/log';
import { isPublicAddress } from '@marquee/runtime/public-address';
import { open, type Reader, type Response } from 'maxmind';
import { placeOfRecord } from './place-of-record.ts';

export type Places = {
  /** The place of a public address; undefined for a private or unknown one, and for text that is no address. */
  of(address: string): Promise<Place | undefined>;
  /** When the file was found to be missing or broken; undefined while it can be read. Reads it if nothing has yet. */
  unreadableSince(): Promise<Date | undefined>;
};

type PlacesOptions = { file?: string | undefined; log: Logger; clock?: Clock };

const COUNTRIES_FILE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';
const RECORDS_CACHED_MAX = 1_000;
const READ_AGAIN_MS = 60_000;

/**
 * Finds places by address in an MMDB file, by default the free one of countries (CC0). The file is read into memory
 * when the first public address is looked up, so a site on one machine never pays for it. When the file is missing or
 * broken, an error is logged and every place is unknown; it is read again a minute later at the earliest.
 */
export function openPlaces({ file = countriesFile(), log, clock = systemClock }: PlacesOptions): Places {
  let opened: Promise<Reader<Response> | undefined> | undefined;
  let unreadableSince: Date | undefined;
  const read = async () => {
    try {
      const found = await open<Response>(file, { cache: { max: RECORDS_CACHED_MAX } });
      unreadableSince = undefined;
      return found;
    } catch (err) {
      log.error({ err, file }, 'the places file could not be read; every place is unknown');
      unreadableSince ??= clock.now();
      // A file that was replaced is read without a restart.
      setTimeout(() => (opened = undefined), READ_AGAIN_MS).unref();
      return undefined;
    }
  };
  const reader = () => {
    opened ??= read();
    return opened;
  };

  return {
    async of(address) {
      const bare = bareAddress(address);
      if (!isPublicAddress(bare)) return undefined;
      const records = await reader();
      // An IPv4 file has no entries for IPv6.
      if (!records || (isIPv6(bare) && records.metadata.ipVersion === 4)) return undefined;
      return placeOfRecord(records.get(bare));
    },
    async unreadableSince() {
      await reader();
      return unreadableSince;
    },
  };
}

/** Reads the whole file once, by default the one of countries. @throws Error when it is no MMDB file */
export async function readPlaces(file = countriesFile()): Promise<void> {
  await open<Response>(file);
}

function countriesFile(): string {
  return createRequire(import.meta.url).resolve(COUNTRIES_FILE);
}

/** Without the zone, and as plain IPv4 where it is mapped into IPv6. */
function bareAddress(address: string): string {
  const [bare = ''] = address.toLowerCase().split('%');
  return bare.startsWith('::ffff:') && isIPv4(bare.slice(7)) ? bare.slice(7) : bare;
}

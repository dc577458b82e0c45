// Loaded before a process (`--import`), it stands in for a cluster's name server: the file that NAMES_FILE names holds
// the addresses of each name, as a headless Service gives those of its pods that are ready.
import { promises as dns, type LookupAddress } from 'node:dns';
import { readFileSync } from 'node:fs';

const file = process.env.NAMES_FILE;
const lookup = dns.lookup as (name: string, options: object) => Promise<unknown>;

function addressesOf(name: string): LookupAddress[] | undefined {
  const names = file ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>) : {};
  return names[name]?.map((address) => ({ address, family: 4 }));
}

Object.assign(dns, {
  lookup: async (name: string, options: object) => addressesOf(name) ?? lookup(name, options),
});

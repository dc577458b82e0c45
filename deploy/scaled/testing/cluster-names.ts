// Loaded before a process (`--import`), it stands in for a cluster's name server: the file that NAMES_FILE names holds
// the addresses of each name, as a headless Service gives those of its pods that are ready.
import dns, { type LookupAddress, type LookupOptions } from 'node:dns';
import { readFileSync } from 'node:fs';

const file = process.env.NAMES_FILE;
const { lookup } = dns;
const lookupOfPromises = dns.promises.lookup as (name: string, options: object) => Promise<unknown>;

function addressesOf(name: string): LookupAddress[] | undefined {
  const names = file ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>) : {};
  return names[name]?.map((address) => ({ address, family: 4 }));
}

Object.assign(dns.promises, {
  lookup: async (name: string, options: object) => addressesOf(name) ?? lookupOfPromises(name, options),
});

type Callback = (error: Error | null, address?: string | LookupAddress[], family?: number) => void;

// Sockets resolve names here. A connection of HTTP goes to one address, behind which the cluster picks a pod.
Object.assign(dns, {
  lookup: (name: string, ...rest: [options: LookupOptions, callback: Callback]) => {
    const addresses = addressesOf(name);
    if (!addresses) return lookup(name, ...(rest as unknown as [never, never]));
    const [options, callback] = rest;
    const picked = addresses[Math.floor(Math.random() * addresses.length)];
    if (!picked) callback(Object.assign(new Error(`nobody is ready at ${name}`), { code: 'ENOTFOUND' }));
    else if (options.all) callback(null, [picked]);
    else callback(null, picked.address, picked.family);
  },
});

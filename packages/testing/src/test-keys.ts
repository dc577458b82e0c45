import { allServices, BROWSER_CALLER, ownerOf } from '@marquee/contracts/services';
import { generateSigningKey, publicKeys, type SigningKey } from '@marquee/runtime/keys';

/** The keys of a test file: one that signs viewer tokens, and one for each service and BROWSER_CALLER. */
export const viewerKey: SigningKey = generateSigningKey();

/** The owners of the services of the contracts. */
export const serviceNames: readonly string[] = [...new Set(allServices().map(ownerOf))];

const services = new Map([...serviceNames, BROWSER_CALLER].map((name) => [name, generateSigningKey()]));

export function serviceKey(name: string): SigningKey {
  const key = services.get(name);
  if (!key) throw new Error(`There is no service called ${name}.`);
  return key;
}

export const verifierKeys = {
  viewerKeys: publicKeys(viewerKey),
  serviceKeys: Object.fromEntries([...services].map(([name, key]) => [name, publicKeys(key)])),
};

import { v5 } from 'uuid';

const NAMESPACE = '7f3a5a0e-6f0b-5b5e-9b1c-2d7f1f1f6a51';

/** The id of something in the demo catalogue: the same in every installation and at every run. */
export function seedId(kind: string, key: string): string {
  return v5(`${kind}/${key}`, NAMESPACE);
}

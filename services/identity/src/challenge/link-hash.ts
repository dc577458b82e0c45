import type { IdentityResources } from '../resources.ts';
import { linkInvalid } from './challenge-errors.ts';

const TOKEN = /^[\w-]{43}$/;

/** The hash under which the challenge of a link's token is found. @throws DomainError LINK_INVALID for other text */
export function linkHash({ secrets }: Pick<IdentityResources, 'secrets'>, token: string): Buffer {
  if (!TOKEN.test(token)) throw linkInvalid();
  return secrets.linkHash(token);
}

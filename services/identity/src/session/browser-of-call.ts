import type { CallContext } from '@marquee/runtime/rpc/implement';
import { metadataNames } from '@marquee/runtime/rpc/metadata';
import type { Browser } from './browser.ts';

/** The browser behind a call, as far as the gateway tells; a caller that is no service tells nothing that counts. */
export function browserOf(context: CallContext): Browser {
  return {
    ip: context.client.ip ?? '',
    userAgent: context.client.userAgent ?? '',
    place: context.client.place ?? '',
    challengeToken: context.header(metadataNames.challengeToken) ?? '',
  };
}

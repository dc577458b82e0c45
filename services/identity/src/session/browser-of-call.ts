import type { CallContext } from '@marquee/runtime/rpc/implement';
import { metadataNames } from '@marquee/runtime/rpc/metadata';
import type { Browser } from './browser.ts';

/** The browser behind a call. Only the gateway can describe one: for any other caller it is unknown. */
export function browserOf(context: CallContext): Browser {
  return { ...context.client, challengeToken: context.header(metadataNames.challengeToken) ?? '' };
}

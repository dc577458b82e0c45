import { ProfileService } from '@marquee/contracts/identity/v1/profile_pb';
import type { InterfaceLanguage } from '@marquee/rules/interface-languages';
import { client } from '../api/browser/client.ts';

/** Keeps a language with the account; this browser has it in any case. */
export async function keepPreferredLanguage(preferredLanguage: InterfaceLanguage): Promise<void> {
  try {
    await client(ProfileService).updateProfile({ preferredLanguage });
  } catch {
    // The session has ended, or the network.
  }
}

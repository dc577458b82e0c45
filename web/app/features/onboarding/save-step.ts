import type { MessageInitShape } from '@bufbuild/protobuf';
import type { UpdateProfileRequestSchema } from '@marquee/contracts/identity/v1/profile_pb';
import { ProfileService } from '@marquee/contracts/identity/v1/profile_pb';
import { client } from '../../api/browser/client.ts';

/** Saves one step and returns the address of the next screen, which identity decides. */
export async function saveStep(changes: MessageInitShape<typeof UpdateProfileRequestSchema>): Promise<string> {
  const { next } = await client(ProfileService).updateProfile(changes);
  return next || '/';
}

/**
 * Continues. The end of onboarding loads a new document, because the server renders pages for another session state.
 */
export function goOn(next: string, navigate: (to: string) => unknown): void {
  if (next.startsWith('/onboarding')) navigate(next);
  else window.location.assign(next);
}

import type { MessageInitShape } from '@bufbuild/protobuf';
import type { UpdateProfileRequestSchema } from '@marquee/contracts/identity/v1/people_pb';
import { ProfileService } from '@marquee/contracts/identity/v1/people_pb';
import { client } from '../../api/browser/client.ts';

/** Saves one step and answers with the address of the next screen, as identity orders them. */
export async function saveStep(changes: MessageInitShape<typeof UpdateProfileRequestSchema>): Promise<string> {
  const { next } = await client(ProfileService).updateProfile(changes);
  return next || '/';
}

/**
 * Goes on. Finishing loads the page anew: the session is another one for the server, since it is no longer onboarding.
 */
export function goOn(next: string, navigate: (to: string) => unknown): void {
  if (next.startsWith('/onboarding')) navigate(next);
  else window.location.assign(next);
}

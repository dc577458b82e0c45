import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { StartingBrowser } from '../challenge/issue-challenge.ts';
import { prepareContactChange } from '../contact/start-contact-change.ts';
import { requireProofByPasskey } from '../passkey/fresh-proof.ts';
import type { IdentityResources } from '../resources.ts';
import { keepSentPictures, type SentPictures } from './sent-pictures.ts';
import type { updateProfileSchema } from './update-profile.ts';

/** What has to be known before the transaction of an update: the browser of a new address, and kept pictures. */
export type PreparedUpdate = { browser: StartingBrowser | undefined; sent: SentPictures };

/** Asks who changes their address for their passkey [AUT-17], counts the message to a new address, and has media keep what was sent. */
export async function prepareUpdate(
  resources: IdentityResources,
  viewer: AccountViewer,
  update: z.output<typeof updateProfileSchema>,
): Promise<PreparedUpdate> {
  if (update.email !== undefined || update.phone !== undefined) await requireProofByPasskey(resources, viewer);
  const browser = await prepareContactChange(resources, viewer, update);
  return { browser, sent: await keepSentPictures(resources, viewer, update) };
}

import { type AccountViewer, isStaff } from '@marquee/runtime/viewer';
import type { MediaWrite } from '../resources.ts';
import { linkNotFound } from './upload-link-errors.ts';
import * as links from './upload-links.ts';

/** Ends a link; a link that has ended stays as it is. */
export async function revokeUploadLink(
  { tx, clock }: MediaWrite,
  viewer: AccountViewer,
  { linkId }: { linkId: string },
): Promise<links.UploadLinkRow | undefined> {
  const link = await links.lock(tx, linkId);
  if (!link || (link.ownerId !== viewer.accountId && !isStaff(viewer))) throw linkNotFound();
  return links.revoke(tx, link.id, clock.now());
}

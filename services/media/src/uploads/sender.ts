import { accountIsClosing, signInNeeded } from '@marquee/runtime/errors';
import { type AccountViewer, isPro, isStaff, type Viewer } from '@marquee/runtime/viewer';
import type { AssetRow } from '../assets/assets.ts';
import type { MediaResources } from '../resources.ts';
import { requireUsable } from '../upload-links/link-state.ts';
import { linkOfToken } from '../upload-links/open-upload-link.ts';
import type { UploadLinkRow } from '../upload-links/upload-links.ts';
import { uploadsForProsOnly } from './upload-errors.ts';

export type RequestHeaders = { get(name: string): string | null };

/** Who sends the request, from the viewer token that the gateway adds. */
export type ViewerOf = (headers: RequestHeaders) => Viewer;

/** Whose file it will be; and the link, when a partner without an account sends it. */
export type Sender = { ownerId: string; link?: UploadLinkRow };

/** In which header a partner's browser sends the right to use a link. */
const LINK_HEADER = 'upload-link';

/** Who sends a request for uploads: the holder of a link, or else a maker who is signed in. */
export async function findSender(
  resources: Pick<MediaResources, 'db' | 'config' | 'clock'>,
  headers: RequestHeaders,
  viewerOf: ViewerOf,
): Promise<Sender> {
  const token = headers.get(LINK_HEADER);
  if (!token) return { ownerId: requireMaker(viewerOf(headers)).accountId };
  const link = await linkOfToken(resources, token);
  requireUsable(link, resources.clock.now());
  return { ownerId: link.ownerId, link };
}

/** A maker continues their own uploads and those of their partners; a partner those of their own link. */
export const isSentBy = ({ ownerId, uploadLinkId }: AssetRow, { ownerId: senderId, link }: Sender): boolean =>
  link ? uploadLinkId === link.id : ownerId === senderId;

function requireMaker(viewer: Viewer): AccountViewer {
  if (viewer.kind !== 'account') throw signInNeeded();
  if (viewer.closing) throw accountIsClosing();
  if (!isPro(viewer) && !isStaff(viewer)) throw uploadsForProsOnly();
  return viewer;
}

import type { Viewer } from '@marquee/runtime/viewer';
import type { MediaResources } from '../resources.ts';
import { linkUnknown } from './upload-link-errors.ts';
import { linkIdOf } from './upload-link-tokens.ts';
import * as links from './upload-links.ts';

/** Files that were deleted still count, so that a link may have more rows than files at no time. */
const SENT_MAX = 50;

/** A link and what was sent by it. */
export type OpenedLink = { link: links.UploadLinkRow; sent: Awaited<ReturnType<typeof links.sentBy>> };

/** What the holder of a token sees. Who has no right token learns nothing of any link. */
export async function openUploadLink(
  resources: MediaResources,
  _viewer: Viewer,
  { token }: { token: string },
): Promise<OpenedLink> {
  const link = await linkOfToken(resources, token);
  return { link, sent: await links.sentBy(resources.db, link.id, SENT_MAX) };
}

/** @throws DomainError NOT_FOUND for a token that was not signed here, or whose link was deleted */
export async function linkOfToken(
  { db, config }: Pick<MediaResources, 'db' | 'config'>,
  token: string,
): Promise<links.UploadLinkRow> {
  const id = linkIdOf(config.UPLOAD_LINK_KEY, token);
  const link = id && (await links.get(db, id));
  if (!link) throw linkUnknown();
  return link;
}

import { linkEnded, linkUsedUp } from './upload-link-errors.ts';
import type { UploadLinkRow } from './upload-links.ts';

export type LinkState = 'OPEN' | 'EXPIRED' | 'REVOKED' | 'USED_UP';

/** Whether a link can be used. One that has sent all its files still shows them and continues those under way. */
export function stateOf(link: UploadLinkRow, now: Date): LinkState {
  if (link.revokedAt) return 'REVOKED';
  if (link.expiresAt <= now) return 'EXPIRED';
  return link.files >= link.filesMax ? 'USED_UP' : 'OPEN';
}

/** @throws DomainError FORBIDDEN for a link by which nothing can be sent any more, also of a file that is under way */
export function requireUsable(link: UploadLinkRow, now: Date): void {
  if (!['OPEN', 'USED_UP'].includes(stateOf(link, now))) throw linkEnded();
}

/** @throws DomainError FORBIDDEN for a link by which no further file can be sent */
export function requireRoom(link: UploadLinkRow, now: Date): void {
  requireUsable(link, now);
  if (stateOf(link, now) === 'USED_UP') throw linkUsedUp();
}

import { newId } from '@marquee/data/ids';
import { UPLOAD_LINK_LIMITS, uploadLinkFields } from '@marquee/rules/upload-links';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { EditableFilm } from '../assets/editable-films.ts';
import type { MediaResources, MediaWrite } from '../resources.ts';
import { tooManyLinks } from './upload-link-errors.ts';
import * as links from './upload-links.ts';

export const createUploadLinkSchema = uploadLinkFields.extend({ filmId: z.string() });
type CreateUploadLink = z.output<typeof createUploadLinkSchema>;

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_DAYS = 90;

/** Asks film whether the viewer may edit the film. */
export const requireOwnFilm = ({ films }: MediaResources, _viewer: AccountViewer, { filmId }: CreateUploadLink) =>
  films.requireEditable(filmId);

/** Makes a link by which a partner uploads files for one slot of a film, to the account that made it [STU-11]. */
export async function createUploadLink(
  { tx, clock }: MediaWrite,
  viewer: AccountViewer,
  { filmId, slot, partnerName, days, filesMax }: CreateUploadLink,
  film: EditableFilm,
): Promise<links.UploadLinkRow | undefined> {
  const now = clock.now();
  if ((await links.lockOpen(tx, filmId, now)) >= UPLOAD_LINK_LIMITS.openMax) throw tooManyLinks();
  await links.prune(tx, new Date(now.getTime() - KEPT_DAYS * DAY_MS));
  const expiresAt = new Date(now.getTime() + days * DAY_MS);
  const about = { ownerId: viewer.accountId, filmId, filmTitle: film.title };
  return links.insert(tx, { id: newId(), ...about, slot, partnerName, filesMax, expiresAt });
}

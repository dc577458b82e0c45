import { UploadLinkService } from '@marquee/contracts/media/v1/upload_link_pb';
import { uploadLinkTokenSchema } from '@marquee/rules/upload-links';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import { z } from 'zod';
import type { MediaResources } from '../resources.ts';
import { createUploadLink, createUploadLinkSchema, requireOwnFilm } from './create-upload-link.ts';
import { listUploadLinks } from './list-upload-links.ts';
import { openUploadLink } from './open-upload-link.ts';
import { revokeUploadLink } from './revoke-upload-link.ts';
import { linksMessage, oneLinkMessage, openedLinkMessage } from './upload-link-message.ts';

const ofFilmSchema = z.object({ filmId: z.string() });
const linkSchema = z.object({ linkId: z.string() });

export const uploadLinkRpc = rpc<MediaResources>()(UploadLinkService, {
  createUploadLink: write(createUploadLinkSchema, createUploadLink, oneLinkMessage, { before: requireOwnFilm }),
  listUploadLinks: read(ofFilmSchema, listUploadLinks, linksMessage),
  revokeUploadLink: write(linkSchema, revokeUploadLink, oneLinkMessage),
  openUploadLink: read(uploadLinkTokenSchema, openUploadLink, openedLinkMessage),
});

import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type OpenUploadLinkResponseSchema,
  type UploadLinkSchema,
  UploadLinkState,
} from '@marquee/contracts/media/v1/upload_link_pb';
import { UPLOAD_REFUSALS, type UploadRefusal } from '@marquee/rules/media';
import { UPLOAD_STATES } from '../assets/asset-message.ts';
import type { MediaResources } from '../resources.ts';
import { stateOf } from './link-state.ts';
import type { OpenedLink } from './open-upload-link.ts';
import { uploadLinkToken } from './upload-link-tokens.ts';
import type { UploadLinkRow } from './upload-links.ts';

type Answering = { resources: Pick<MediaResources, 'config' | 'clock'> };

const linkMessage = (
  link: UploadLinkRow,
  { resources: { config, clock } }: Answering,
): MessageInitShape<typeof UploadLinkSchema> => ({
  id: link.id,
  filmId: link.filmId,
  slot: link.slot,
  partnerName: link.partnerName,
  state: UploadLinkState[stateOf(link, clock.now())],
  files: link.files,
  filesMax: link.filesMax,
  createdAt: timestampFromDate(link.createdAt),
  expiresAt: timestampFromDate(link.expiresAt),
  token: uploadLinkToken(config.UPLOAD_LINK_KEY, link.id),
});

export const oneLinkMessage = (link: UploadLinkRow | undefined, answering: Answering) => ({
  link: link && linkMessage(link, answering),
});

export const linksMessage = (links: UploadLinkRow[], answering: Answering) => ({
  links: links.map((link) => linkMessage(link, answering)),
});

export const openedLinkMessage = (
  { link, sent }: OpenedLink,
  { resources: { clock } }: Answering,
): MessageInitShape<typeof OpenUploadLinkResponseSchema> => ({
  filmTitle: link.filmTitle,
  slot: link.slot,
  state: UploadLinkState[stateOf(link, clock.now())],
  files: link.files,
  filesMax: link.filesMax,
  expiresAt: timestampFromDate(link.expiresAt),
  sent: sent.map(({ id, fileName, sizeBytes, state, refusedReason }) => ({
    assetId: id,
    fileName,
    sizeBytes,
    state: UPLOAD_STATES[state],
    refusedMessage: refusedReason ? (UPLOAD_REFUSALS[refusedReason as UploadRefusal] ?? '') : '',
  })),
});

import { type Client, Code, ConnectError } from '@connectrpc/connect';
import type { PictureService } from '@marquee/contracts/media/v1/pictures_pb';
import { newId } from '@marquee/data/ids';
import { pictureBad, pictureFailed } from './organization-errors.ts';
import type { Organization } from './organizations.ts';

// A picture takes about a second to decode, and others may be before it.
const KEEP_MS_MAX = 20_000;

/** A picture as its row and its message have it. */
export type OrganizationPicture = { uri: string; width: number; height: number; widths: number[]; thumbhash: string };

/** What festival asks of media. */
export type Pictures = {
  /** Decodes and keeps a picture. @throws DomainError for one that cannot be read, and while media is unavailable */
  keep(ownerId: string, data: Uint8Array): Promise<OrganizationPicture>;
};

export function pictureClient(media: Client<typeof PictureService>): Pictures {
  return {
    async keep(ownerId, data) {
      try {
        const { image } = await media.keepPicture({ requestId: newId(), ownerId, data }, { timeoutMs: KEEP_MS_MAX });
        if (!image) throw new Error('media has kept no picture');
        const { uri, width, height, widths, thumbhash } = image;
        return { uri, width, height, widths, thumbhash };
      } catch (error) {
        throw ConnectError.from(error).code === Code.InvalidArgument ? pictureBad(error) : pictureFailed(error);
      }
    },
  };
}

/** The ids of all pictures that an organization shows. */
export const shownPictures = (row: Pick<Organization, 'organizationLogo' | 'headerImage'>): string[] =>
  [row.organizationLogo, row.headerImage].flatMap((picture) => pictureIdOf(picture) ?? []);

const pictureIdOf = (picture: unknown): string | undefined =>
  /^\/media\/images\/([^/]+)/.exec((picture as OrganizationPicture | null)?.uri ?? '')?.[1];

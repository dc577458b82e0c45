import { type Client, Code, ConnectError } from '@connectrpc/connect';
import type { PictureService } from '@marquee/contracts/media/v1/pictures_pb';
import { existing } from '@marquee/data/existing';
import { newId } from '@marquee/data/ids';
import type { GalleryPhoto } from '@marquee/rules/gallery';
import { pictureUrl } from '@marquee/rules/media';
import type { UpdateProfile } from '@marquee/rules/profile';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { IdentityResources } from '../resources.ts';
import { photoUnknown, pictureBad, pictureFailed } from './picture-errors.ts';

// A picture takes about a second to decode, and others may be before it.
const KEEP_MS_MAX = 20_000;
const AVATAR_WIDTH = 320;
/** Pictures that an account may send in an hour. */
const SENT_LIMIT = { points: 60, durationS: 3_600 };

/** `field` is its place in the request. */
type SentPicture = { name: string; data: Uint8Array; field: string };

/** What identity asks of media. */
export type Pictures = {
  /** Decodes and keeps a picture. @throws DomainError for one that cannot be read, and while media is unavailable */
  keep(ownerId: string, sent: SentPicture): Promise<GalleryPhoto>;
  /** Decodes a kept picture once more, as a new one; gives its path. @throws DomainError as `keep` */
  convert(ownerId: string, pictureId: string): Promise<string>;
};

export function pictureClient(media: Client<typeof PictureService>): Pictures {
  return {
    async keep(ownerId, { name, data, field }) {
      try {
        const request = { requestId: newId(), ownerId, data };
        const answer = await media.keepPicture(request, { timeoutMs: KEEP_MS_MAX });
        const image = existing(answer.image, 'a picture that media has kept');
        return { path: image.uri, name, width: image.width, height: image.height, thumbhash: image.thumbhash };
      } catch (error) {
        throw ConnectError.from(error).code === Code.InvalidArgument ? pictureBad(field, error) : pictureFailed(error);
      }
    },
    async convert(ownerId, pictureId) {
      try {
        const request = { requestId: newId(), ownerId, pictureId };
        const { image } = await media.convertPicture(request, { timeoutMs: KEEP_MS_MAX });
        return existing(image, 'a picture that media has converted').uri;
      } catch (error) {
        const isBad = [Code.InvalidArgument, Code.NotFound].includes(ConnectError.from(error).code);
        throw isBad ? pictureBad('accountId', error) : pictureFailed(error);
      }
    },
  };
}

/** The pictures of an update as media has kept them; undefined for those that are not part of it. */
export type SentPictures = {
  profilePicture: string | undefined;
  /** In order: a photo that is new, or the path of one that stays. */
  gallery: (GalleryPhoto | string)[] | undefined;
};

/** Has media keep what was sent, before the transaction that shows it. */
export async function keepSentPictures(
  { pictures, rateLimits }: Pick<IdentityResources, 'pictures' | 'rateLimits'>,
  { accountId }: AccountViewer,
  { profilePicture, gallery }: UpdateProfile,
): Promise<SentPictures> {
  const keep = async (sent: SentPicture) => {
    await rateLimits.consume('sent-pictures', accountId, SENT_LIMIT);
    return pictures.keep(accountId, sent);
  };
  const kept: (GalleryPhoto | string)[] = [];
  // One after the other: media decodes one at a time.
  for (const [place, { path, name, data }] of (gallery ?? []).entries()) {
    kept.push(path || (await keep({ name, data, field: `gallery.${place}.data` })));
  }
  return { profilePicture: await avatarOf(profilePicture, keep), gallery: gallery && kept };
}

async function avatarOf(
  picture: UpdateProfile['profilePicture'],
  keep: (sent: SentPicture) => Promise<GalleryPhoto>,
): Promise<string | undefined> {
  if (!picture) return undefined;
  if (picture.delete) return '';
  const { path } = await keep({ ...picture, field: 'profilePicture.data' });
  return avatarUrl(path);
}

/** The address of a profile picture whose path media gave. */
export const avatarUrl = (path: string): string => pictureUrl(pictureIdOf(path), AVATAR_WIDTH, 'jpg');

/** The gallery after an update. @throws DomainError PHOTO_UNKNOWN for a path that is not in it, or is twice */
export function galleryAfter(
  before: readonly GalleryPhoto[],
  sent: readonly (GalleryPhoto | string)[],
): GalleryPhoto[] {
  const left = new Map(before.map((photo) => [photo.path, photo]));
  return sent.map((photo, place) => {
    if (typeof photo !== 'string') return photo;
    const known = left.get(photo);
    if (!known || !left.delete(photo)) throw photoUnknown(place);
    return known;
  });
}

/** The id of a picture in its path. */
export function pictureIdOf(path: string): string {
  return /^\/media\/images\/([^/]+)/.exec(path)?.[1] ?? '';
}

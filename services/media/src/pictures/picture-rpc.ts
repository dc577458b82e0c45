import { PictureService } from '@marquee/contracts/media/v1/pictures_pb';
import { rpc } from '@marquee/service/rpc';
import { write } from '@marquee/service/use-case';
import { imageMessage } from '../assets/asset-message.ts';
import type { MediaResources } from '../resources.ts';
import { convertAccountPictureSchema, decodeKeptPicture } from './convert-account-picture.ts';
import { decodePicture, keepAccountPicture, keepAccountPictureSchema } from './keep-account-picture.ts';

/** For the services whose objects have pictures. */
export const pictureRpc = rpc<MediaResources>()(PictureService, {
  keepPicture: write(keepAccountPictureSchema, keepAccountPicture, (picture) => ({ image: imageMessage(picture) }), {
    before: decodePicture,
  }),
  convertPicture: write(
    convertAccountPictureSchema,
    keepAccountPicture,
    (picture) => ({ image: imageMessage(picture) }),
    {
      before: decodeKeptPicture,
    },
  ),
});

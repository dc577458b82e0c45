import { ProfilePicturesChangedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { on } from '@marquee/events/consumer';
import type { MediaWrite } from '../resources.ts';
import * as pictures from './pictures.ts';

/** An account shows these pictures: what it showed before is deleted. An older event changes nothing. */
export const onProfilePicturesChanged = on(
  ProfilePicturesChangedSchema,
  ({ tx }: MediaWrite, { accountId, pictureIds }, { aggregateVersion }) =>
    pictures.showOnly(tx, accountId, pictureIds, aggregateVersion),
);

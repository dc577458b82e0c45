import { OrganizationPicturesChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { on } from '@marquee/events/consumer';
import type { MediaWrite } from '../resources.ts';
import * as pictures from './pictures.ts';

/** An organization shows these pictures: what it showed before is deleted. An older event changes nothing. */
export const onOrganizationPicturesChanged = on(
  OrganizationPicturesChangedSchema,
  ({ tx }: MediaWrite, { festivalId, pictureIds }, { aggregateVersion }) =>
    pictures.showOnly(tx, festivalId, pictureIds, aggregateVersion),
);

import { CrewInvitedSchema } from '@marquee/contracts/events/v1/film_pb';
import { on } from '@marquee/events/consumer';
import type { NotificationWrite } from '../resources.ts';
import * as deliveries from './deliveries.ts';

/** Plans the mail to a person who was invited to claim a credit. */
export const onCrewInvited = on(CrewInvitedSchema, ({ tx, clock }: NotificationWrite, { invitationId: subjectId }) =>
  deliveries.plan(tx, { kind: 'CREW_INVITATION', subjectId, generation: 0 }, clock.now()),
);

import { StaffNoticeSentSchema } from '@marquee/contracts/events/v1/identity_pb';
import { on } from '@marquee/events/consumer';
import type { NotificationWrite } from '../resources.ts';
import { planNotice } from './on-noticed-events.ts';

/** Staff wrote to users, whom identity names page by page [ADU-02]. */
export const onStaffNotice = on(StaffNoticeSentSchema, (write: NotificationWrite, { staffNoticeId: subjectId }) =>
  planNotice(write, 'STAFF_NOTICE', { subjectId, eventKey: subjectId }),
);

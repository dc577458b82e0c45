import { FestivalNoticeService } from '@marquee/contracts/festival/v1/notice_facts_pb';
import { rpc } from '@marquee/service/rpc';
import { read } from '@marquee/service/use-case';
import type { FestivalResources } from '../resources.ts';
import { describeSubjects, describeSubjectsSchema } from './describe-subjects.ts';

/** What notification asks of festivals. */
export const festivalNoticeRpc = rpc<FestivalResources>()(FestivalNoticeService, {
  describeSubjects: read(describeSubjectsSchema, describeSubjects),
});

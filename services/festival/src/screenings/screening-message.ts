import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ScreeningSchema } from '@marquee/contracts/festival/v1/screening_pb';
import type { Screening } from './screenings.ts';

export const screeningMessage = (row: Screening): MessageInitShape<typeof ScreeningSchema> => ({
  ...row,
  startTime: timestampFromDate(row.startTime),
  endTime: timestampFromDate(row.endTime),
});

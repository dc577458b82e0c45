import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Notice } from '@marquee/contracts/notification/v1/notice_pb';
import { useEffect, useState } from 'react';
import { formatMoment } from '../../language/format.ts';

/** When a notice came: in UTC until the page has hydrated, then by the clock of the viewer. */
export function NoticeTime({ at, className }: { at: Notice['createdAt']; className?: string }) {
  const [isLocal, setIsLocal] = useState(false);
  useEffect(() => setIsLocal(true), []);
  if (!at) return null;
  const date = timestampDate(at);
  return (
    <time dateTime={date.toISOString()} className={className}>
      {formatMoment(date, isLocal ? undefined : 'UTC')}
    </time>
  );
}

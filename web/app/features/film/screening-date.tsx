import { useEffect, useState } from 'react';
import { formatScreeningDate, formatTimeZone } from '../../language/format.ts';

/** MM/dd/yyyy hh:mm a [FLM-10], with its time zone: the viewer's after hydration, UTC on the shared page. */
export function ScreeningDate({ iso }: { iso: string }) {
  const [local, setLocal] = useState(false);
  useEffect(() => setLocal(true), []);
  const date = new Date(iso);
  return (
    <time dateTime={iso} className="tabular whitespace-nowrap">
      {formatScreeningDate(date, local ? undefined : 'UTC')}{' '}
      <span className="text-[0.8em] opacity-80">{local ? formatTimeZone(date) : 'UTC'}</span>
    </time>
  );
}

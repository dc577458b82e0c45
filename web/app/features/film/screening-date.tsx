import { formatScreeningDate } from '@marquee/rules/format';
import { useEffect, useState } from 'react';

/** MM/dd/yyyy hh:mm a [FLM-10]. In the viewer's time zone after hydration; the shared page says UTC. */
export function ScreeningDate({ iso }: { iso: string }) {
  const [local, setLocal] = useState(false);
  useEffect(() => setLocal(true), []);
  const date = new Date(iso);
  return (
    <time dateTime={iso} className="tabular whitespace-nowrap">
      {local ? formatScreeningDate(date) : `${formatScreeningDate(date, 'UTC')} UTC`}
    </time>
  );
}

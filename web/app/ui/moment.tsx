import { useEffect, useState } from 'react';
import { formatMoment } from '../language/format.ts';

/** A day and a time in the viewer's zone after hydration; in UTC, as the server renders it, until then. */
export function Moment({ date }: { date: Date }) {
  const [local, setLocal] = useState(false);
  useEffect(() => setLocal(true), []);
  return <time dateTime={date.toISOString()}>{formatMoment(date, local ? undefined : 'UTC')}</time>;
}

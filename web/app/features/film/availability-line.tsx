import { useEffect, useState } from 'react';
import { Trans } from '../../language/trans.tsx';
import { Moment } from '../../ui/moment.tsx';
import type { FilmView } from './film-view.ts';

/**
 * When the film can be had, where it has such dates [WAT-15]. What of it is over or to come depends on the clock, which the
 * shared page does not have: before hydration both dates stand there.
 */
export function AvailabilityLine({ film }: { film: Pick<FilmView, 'availableFrom' | 'availableUntil'> }) {
  const [now, setNow] = useState<number>();
  useEffect(() => setNow(Date.now()), []);
  const [from, until] = [dateOf(film.availableFrom), dateOf(film.availableUntil)];
  const isOver = now !== undefined && until !== undefined && until.getTime() <= now;
  const isToCome = from !== undefined && (now === undefined || from.getTime() > now);
  if (isOver) return <Trans id="Was available until <0/>" components={{ 0: <Moment date={until} /> }} />;
  if (isToCome && until) {
    return (
      <Trans
        id="Available from <0/> until <1/>"
        components={{ 0: <Moment date={from} />, 1: <Moment date={until} /> }}
      />
    );
  }
  if (isToCome) return <Trans id="Available from <0/>" components={{ 0: <Moment date={from} /> }} />;
  if (until) return <Trans id="Available until <0/>" components={{ 0: <Moment date={until} /> }} />;
  return null;
}

const dateOf = (iso: string | undefined) => (iso === undefined ? undefined : new Date(iso));

import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { ListEarningDaysResponse } from '@marquee/contracts/film/v1/earnings_pb';
import type { GetFilmPlaysResponse, PlayShare } from '@marquee/contracts/film/v1/statistics_pb';
import { ChartNoAxesColumn } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount, formatRunningTime, formatUsd } from '../../language/format.ts';
import { countryName } from '../../language/names.ts';
import { _, msg } from '../../language/words.ts';
import { Moment } from '../../ui/moment.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DayChart } from './day-chart.tsx';
import { type DayRange, daysOf } from './day-range.ts';
import { RangeLinks } from './range-links.tsx';
import { ReachChart } from './reach-chart.tsx';
import { StatsDownload, type StatsFile } from './stats-download.tsx';

type Props = {
  plays: GetFilmPlaysResponse;
  earned: ListEarningDaysResponse;
  range: DayRange;
  filmId: string;
  /** Whether the viewer made it: staff see what its maker earned. */
  isOwn: boolean;
};

/** How a film is watched: how much, how far, where, on what and from where, and what it earned [STU-13]. */
export function FilmPlays({ plays, earned, range, filmId, isOwn }: Props) {
  const { totals, reached, countedUntil } = plays;
  const isEmpty = reached.length === 0 && plays.days.length === 0 && earned.days.length === 0;
  const file = (of: StatsFile) => <StatsDownload {...{ filmId, of }} days={range.days} />;
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <RangeLinks days={range.days} />
        {isEmpty ? null : file('days')}
      </div>
      {isEmpty ? (
        <EmptyState icon={<ChartNoAxesColumn aria-hidden />} title={_('Nobody has played this film yet')}>
          {_('Once somebody does, you see here how often, how long and how far.')}
        </EmptyState>
      ) : (
        <>
          <dl className="grid grid-cols-2 gap-6 md:grid-cols-4">
            <Figure name={_('Plays')} value={formatCount(totals?.starts ?? 0n)} />
            <Figure name={_('Views')} value={formatCount(totals?.views ?? 0n)} />
            <Figure name={_('Time watched')} value={timeText(totals?.playedSeconds ?? 0n)} />
            <Figure name={isOwn ? _('Your earnings') : _('Earnings')} value={formatUsd(sumOf(earned))} />
          </dl>
          <Days {...{ plays, earned, range, isOwn }} />
          {reached.length > 1 ? (
            <section aria-labelledby="reach" className="grid gap-4">
              <div className="flex flex-wrap items-center justify-between gap-4">
                <h2 id="reach" className="font-title text-heading">
                  {_('How far people watch')}
                </h2>
                {file('seconds')}
              </div>
              <p className="text-ink-muted">{_('Of all plays since the film is here.')}</p>
              <ReachChart reached={reached} label={_('What part of all plays reached each position')} />
            </section>
          ) : null}
          <div className="grid gap-8 md:grid-cols-2 xl:grid-cols-3">
            <Shares
              title={_('Where plays come from')}
              shares={plays.sources}
              nameOf={sourceName}
              file={file('sources')}
            />
            <Shares title={_('Countries')} shares={plays.countries} nameOf={countryName} file={file('countries')} />
            <Shares title={_('Devices')} shares={plays.devices} nameOf={deviceName} file={file('devices')} />
          </div>
        </>
      )}
      {countedUntil ? (
        <p className="text-ink-muted text-small">
          {_('All is counted until')} <Moment date={timestampDate(countedUntil)} />. {_('Days are of UTC.')}
        </p>
      ) : null}
    </div>
  );
}

const timeText = (seconds: bigint) => formatRunningTime(Number(seconds));

const sumOf = ({ days }: ListEarningDaysResponse) =>
  days.reduce((sum, { totals }) => sum + (totals?.earnings ?? 0n), 0n);

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="grid content-start gap-1">
      <dt className="text-ink-muted text-small">{name}</dt>
      <dd className="tabular font-title text-heading">{value}</dd>
    </div>
  );
}

function Days({ plays, earned, range, isOwn }: Omit<Props, 'filmId'>) {
  const starts = new Map(plays.days.map(({ day, counts }) => [day, counts?.starts ?? 0n]));
  const seconds = new Map(plays.days.map(({ day, counts }) => [day, counts?.playedSeconds ?? 0n]));
  const cents = new Map(earned.days.map(({ day, totals }) => [day, totals?.earnings ?? 0n]));
  const days = daysOf(range);
  const chart = (of: ReadonlyMap<string, bigint>, text: (value: bigint) => string) =>
    days.map((day) => ({ day, value: Number(of.get(day) ?? 0n), text: text(of.get(day) ?? 0n) }));
  return (
    <section aria-labelledby="plays-by-day" className="grid gap-4">
      <h2 id="plays-by-day" className="font-title text-heading">
        {_('By day')}
      </h2>
      {starts.size === 0 ? (
        <p className="text-ink-muted">{_('Nobody played it on these days.')}</p>
      ) : (
        <>
          <DayChart label={_('Plays by day')} unit={_('Plays')} days={chart(starts, formatCount)} />
          <DayChart label={_('Time watched by day')} unit={_('Time watched')} days={chart(seconds, timeText)} />
        </>
      )}
      {cents.size > 0 ? (
        <DayChart
          label={isOwn ? _('Your earnings by day') : _('Earnings by day')}
          unit={_('Earnings')}
          days={chart(cents, formatUsd)}
        />
      ) : null}
    </section>
  );
}

type SharesProps = { title: string; shares: PlayShare[]; nameOf: (value: string) => string; file: ReactNode };

function Shares({ title, shares, nameOf, file }: SharesProps) {
  if (shares.length === 0) return null;
  return (
    <div className="grid content-start justify-items-start gap-2">
      <table className="w-full border-collapse text-small">
        <caption className="pb-2 text-start font-title text-heading">{title}</caption>
        <thead className="text-ink-muted">
          <tr className="border-line border-b">
            <th scope="col" className="sr-only">
              {title}
            </th>
            <th scope="col" className="py-2 text-end font-medium">
              {_('Plays')}
            </th>
            <th scope="col" className="py-2 text-end font-medium">
              {_('Views')}
            </th>
            <th scope="col" className="py-2 text-end font-medium">
              {_('Time watched')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shares.map(({ value, counts }) => (
            <tr key={value} className="border-line border-b">
              <th scope="row" className="py-2 text-start font-normal">
                {value === '' ? _('Unknown') : nameOf(value)}
              </th>
              <td className="tabular py-2 text-end">{formatCount(counts?.starts ?? 0n)}</td>
              <td className="tabular py-2 text-end">{formatCount(counts?.views ?? 0n)}</td>
              <td className="tabular py-2 text-end">{timeText(counts?.playedSeconds ?? 0n)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {file}
    </div>
  );
}

const DEVICES: Readonly<Record<string, ReturnType<typeof msg>>> = {
  COMPUTER: msg('Computers'),
  PHONE: msg('Phones'),
  TABLET: msg('Tablets'),
  TV: msg('Televisions'),
};
function deviceName(value: string): string {
  const name = DEVICES[value];
  return name ? _(name) : value;
}
const SOURCES: Readonly<Record<string, ReturnType<typeof msg>>> = {
  HOME: msg('Home page'),
  SEARCH: msg('Search'),
  PROFILE: msg('Profiles'),
  FESTIVAL: msg('Festivals'),
  SITE: msg('Other pages of Marquee'),
  EXTERNAL: msg('Other sites'),
  DIRECT: msg('Direct links'),
  EMBED: msg('Inside other sites'),
};
function sourceName(value: string): string {
  const name = SOURCES[value];
  return name ? _(name) : value;
}

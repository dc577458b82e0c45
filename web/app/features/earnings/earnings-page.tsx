import type {
  EarningDay,
  FilmEarnings,
  GetEarningsResponse,
  ListEarningDaysResponse,
  ListFilmEarningsResponse,
} from '@marquee/contracts/film/v1/earnings_pb';
import { EarningsService } from '@marquee/contracts/film/v1/earnings_pb';
import type { GetPayoutAccountResponse, ListPayoutsResponse } from '@marquee/contracts/film/v1/payouts_pb';
import { CircleDollarSign, Download } from 'lucide-react';
import { ListEnd } from '../../data/list-end.tsx';
import { useMore } from '../../data/use-more.ts';
import { formatUsd } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { buttonClass, LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StudioTabs } from '../studio/studio-tabs.tsx';
import { DayChart } from './day-chart.tsx';
import { type DayRange, daysOf, lastQuarters } from './day-range.ts';
import { PayoutList } from './payout-list.tsx';
import { PayoutPanel } from './payout-panel.tsx';
import { RangeLinks } from './range-links.tsx';

export const FILMS_PAGE_SIZE = 24;
const QUARTERS = 4;

type Props = {
  earnings: GetEarningsResponse;
  films: ListFilmEarningsResponse;
  days: ListEarningDaysResponse;
  account: GetPayoutAccountResponse;
  payouts: ListPayoutsResponse;
  range: DayRange;
};

/** /content/earnings: what a maker's films brought, to the cent [STU-09:earnings]. */
export function EarningsPage({ earnings, films, days, account, payouts, range }: Props) {
  const isEmpty = films.films.length === 0;
  return (
    <div className="page grid gap-8 py-8 md:py-12">
      <StudioTabs />
      <PageTitle title={_('Earnings')} lead={_('What people paid for your films, to the cent. Days are of UTC.')} />
      {earnings.available < 0n ? (
        <Banner tone="warn">
          {_('More was refunded than your account held. Your next sales make up for {amount}.', {
            amount: formatUsd(-earnings.available),
          })}
        </Banner>
      ) : null}
      <Figures earnings={earnings} />
      <PayoutPanel account={account} available={earnings.available} onTheWay={earnings.onTheWay} />
      <PayoutList first={payouts} />
      {isEmpty ? (
        <EmptyState
          icon={<CircleDollarSign aria-hidden />}
          title={_('Nothing was sold yet')}
          action={<LinkButton to="/content">{_('Look at your films')}</LinkButton>}
        >
          {_('Once somebody pays for one of your films, it stands here at once.')}
        </EmptyState>
      ) : (
        <>
          <Days days={days.days} range={range} />
          <Films first={films} />
          <Statements today={range.toDay} />
        </>
      )}
    </div>
  );
}

function Figures({ earnings }: { earnings: GetEarningsResponse }) {
  const percent = earnings.feeBasisPoints / 100;
  const figures = [
    { name: _('Your earnings'), amount: earnings.earnings, note: _('without what was refunded') },
    { name: _('Platform fee'), amount: earnings.eoFee, note: _('{percent} % of your next sales', { percent }) },
    { name: _('Available'), amount: earnings.available, note: '' },
    { name: _('On the way to you'), amount: earnings.onTheWay, note: '' },
    { name: _('Paid out'), amount: earnings.paidOut, note: '' },
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-6 md:grid-cols-5">
      {figures.map(({ name, amount, note }) => (
        <div key={name} className="grid content-start gap-1">
          <dt className="text-ink-muted text-small">{name}</dt>
          <dd className="tabular font-title text-heading">{formatUsd(amount)}</dd>
          {note ? <dd className="text-caption text-ink-muted">{note}</dd> : null}
        </div>
      ))}
    </dl>
  );
}

function Days({ days, range }: { days: EarningDay[]; range: DayRange }) {
  const byDay = new Map(days.map(({ day, totals }) => [day, totals?.earnings ?? 0n]));
  const shown = daysOf(range).map((day) => {
    const cents = byDay.get(day) ?? 0n;
    return { day, value: Number(cents), text: formatUsd(cents) };
  });
  return (
    <section aria-labelledby="by-day" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="by-day" className="font-title text-heading">
          {_('By day')}
        </h2>
        <RangeLinks days={range.days} />
      </div>
      {days.length === 0 ? (
        <p className="text-ink-muted">{_('Nothing was sold or refunded on these days.')}</p>
      ) : (
        <DayChart label={_('Your earnings by day')} unit={_('Earnings')} days={shown} />
      )}
    </section>
  );
}

function Films({ first }: { first: ListFilmEarningsResponse }) {
  const shown = useMore(
    { items: first.films, nextCursor: first.nextCursor },
    {
      method: EarningsService.method.listFilmEarnings,
      request: (cursor) => ({ pageSize: FILMS_PAGE_SIZE, cursor }),
      page: ({ films, nextCursor }) => ({ items: films, nextCursor }),
    },
  );
  return (
    <section aria-labelledby="by-film" className="grid gap-2">
      <h2 id="by-film" className="font-title text-heading">
        {_('By film')}
      </h2>
      <table className="w-full border-collapse text-small">
        <caption className="sr-only">{_('Your earnings by film')}</caption>
        <thead className="text-ink-muted">
          <tr className="border-line border-b">
            <th scope="col" className="py-3 pe-4 text-start font-medium">
              {_('Film')}
            </th>
            <th scope="col" className="py-3 pe-4 text-end font-medium">
              {_('Sold')}
            </th>
            <th scope="col" className="hidden py-3 pe-4 text-end font-medium md:table-cell">
              {_('Refunded')}
            </th>
            <th scope="col" className="hidden py-3 pe-4 text-end font-medium md:table-cell">
              {_('Platform fee')}
            </th>
            <th scope="col" className="py-3 text-end font-medium">
              {_('Your earnings')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.items.map((film) => (
            <FilmRow key={film.filmId} film={film} />
          ))}
        </tbody>
      </table>
      <ListEnd list={shown} more={_('Load more')} failed={_('Failed to load films')}>
        {_('{count, plural, one {One film} other {All # films}}', { count: shown.items.length })}
      </ListEnd>
    </section>
  );
}

function FilmRow({ film: { filmId, filmTitle, totals } }: { film: FilmEarnings }) {
  return (
    <tr className="border-line border-b">
      <th scope="row" className="wrap-anywhere py-3 pe-4 text-start font-normal">
        {filmTitle ? (
          <a href={`/content/${filmId}/edit`} className="inline-flex min-h-6 items-center hover:text-action-ink">
            {filmTitle}
          </a>
        ) : (
          <span className="text-ink-muted">{_('A deleted film')}</span>
        )}
      </th>
      <td className="tabular py-3 pe-4 text-end">{String(totals?.sales ?? 0n)}</td>
      <td className="tabular hidden py-3 pe-4 text-end md:table-cell">{String(totals?.refunds ?? 0n)}</td>
      <td className="tabular hidden py-3 pe-4 text-end md:table-cell">{formatUsd(totals?.eoFee ?? 0n)}</td>
      <td className="tabular py-3 text-end">{formatUsd(totals?.earnings ?? 0n)}</td>
    </tr>
  );
}

function Statements({ today }: { today: string }) {
  return (
    <section aria-labelledby="statements" className="grid gap-2">
      <h2 id="statements" className="font-title text-heading">
        {_('Statements')}
      </h2>
      <p className="text-ink-muted">
        {_('Every sale, refund and payout of a quarter, whose sum is what your account holds.')}
      </p>
      <ul className="grid border-line border-t">
        {lastQuarters(today, QUARTERS).map(({ year, quarter }) => (
          <li
            key={`${year} ${quarter}`}
            className="flex flex-wrap items-center justify-between gap-3 border-line border-b py-3"
          >
            <span>{_('Quarter {quarter} of {year}', { quarter, year: String(year) })}</span>
            <a
              href={`/content/earnings/statement.csv?${new URLSearchParams({ year: String(year), quarter: String(quarter) })}`}
              download
              aria-label={_('Download CSV of quarter {quarter} of {year}', { quarter, year: String(year) })}
              className={buttonClass('secondary')}
            >
              <Download aria-hidden className="size-4" />
              {_('Download CSV')}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

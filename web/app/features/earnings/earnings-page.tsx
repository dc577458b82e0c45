import type {
  FilmEarnings,
  GetEarningsResponse,
  ListEarningDaysResponse,
  ListFilmEarningsResponse,
} from '@marquee/contracts/film/v1/earnings_pb';
import { EarningsService } from '@marquee/contracts/film/v1/earnings_pb';
import type { GetPayoutAccountResponse, ListPayoutsResponse } from '@marquee/contracts/film/v1/payouts_pb';
import { CircleDollarSign } from 'lucide-react';
import { ListEnd } from '../../data/list-end.tsx';
import { useMore } from '../../data/use-more.ts';
import { formatUsd } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StudioTabs } from '../studio/studio-tabs.tsx';
import type { DayRange } from './day-range.ts';
import { Days } from './days.tsx';
import { Figures } from './figures.tsx';
import { OwnPayoutList } from './payout-list.tsx';
import { PayoutPanel } from './payout-panel.tsx';
import { Statements } from './statements.tsx';

export const FILMS_PAGE_SIZE = 24;

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
      <Figures
        figures={[
          { name: _('Your earnings'), amount: earnings.earnings, note: _('without what was refunded') },
          {
            name: _('Platform fee'),
            amount: earnings.eoFee,
            note: _('{percent} % of your next sales', { percent: earnings.feeBasisPoints / 100 }),
          },
          { name: _('Available'), amount: earnings.available },
          { name: _('On the way to you'), amount: earnings.onTheWay },
          { name: _('Paid out'), amount: earnings.paidOut },
        ]}
      />
      <PayoutPanel account={account} available={earnings.available} onTheWay={earnings.onTheWay} />
      <OwnPayoutList first={payouts} />
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
          <Days days={days.days} range={range} label={_('Your earnings by day')} />
          <Films first={films} />
          <Statements today={range.toDay} base="/content/earnings" />
        </>
      )}
    </div>
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

import {
  type EarningSource,
  EarningSourceKind,
  type ListEarningSourcesResponse,
  OrganizationEarningsService,
} from '@marquee/contracts/festival/v1/earnings_pb';
import { ListEnd } from '../../data/list-end.tsx';
import { useMore } from '../../data/use-more.ts';
import { formatUsd } from '../../language/format.ts';
import { _ } from '../../language/words.ts';

export const SOURCES_PAGE_SIZE = 24;

/** What each event, pass and call brought, the most first. */
export function EarningSources({ festivalId, first }: { festivalId: string; first: ListEarningSourcesResponse }) {
  const shown = useMore(
    { items: first.sources, nextCursor: first.nextCursor },
    {
      method: OrganizationEarningsService.method.listEarningSources,
      request: (cursor) => ({ festivalId, pageSize: SOURCES_PAGE_SIZE, cursor }),
      page: ({ sources, nextCursor }) => ({ items: sources, nextCursor }),
    },
  );
  const number = 'py-3 pe-4 text-end font-medium';
  return (
    <section aria-labelledby="by-source" className="grid gap-2">
      <h2 id="by-source" className="font-title text-heading">
        {_('By event')}
      </h2>
      <table className="w-full border-collapse text-small">
        <caption className="sr-only">{_('Earnings by event, pass and call')}</caption>
        <thead className="text-ink-muted">
          <tr className="border-line border-b">
            <th scope="col" className="py-3 pe-4 text-start font-medium">
              {_('Sold')}
            </th>
            <th scope="col" className={number}>
              {_('Tickets')}
            </th>
            <th scope="col" className={`hidden md:table-cell ${number}`}>
              {_('Refunded')}
            </th>
            <th scope="col" className={`hidden md:table-cell ${number}`}>
              {_('Platform fee')}
            </th>
            <th scope="col" className="py-3 text-end font-medium">
              {_('Earnings')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.items.map((source) => (
            <Row key={source.id} festivalId={festivalId} source={source} />
          ))}
        </tbody>
      </table>
      <ListEnd list={shown} more={_('Load more')} failed={_('Failed to load earnings')}>
        {_('{count, plural, one {One line.} other {All # lines.}}', { count: shown.items.length })}
      </ListEnd>
    </section>
  );
}

function Row({ festivalId, source }: { festivalId: string; source: EarningSource }) {
  const { kind, id, name, tickets, totals } = source;
  const isCall = kind === EarningSourceKind.CALL;
  return (
    <tr className="border-line border-b">
      <th scope="row" className="wrap-anywhere py-3 pe-4 text-start font-normal">
        {kind === EarningSourceKind.PASS ? (
          <span>{name}</span>
        ) : (
          <a
            href={`/user/orgs/${festivalId}/${isCall ? 'calls' : 'events'}/${id}`}
            className="inline-flex min-h-6 items-center hover:text-action-ink"
          >
            {name || _('A deleted event')}
          </a>
        )}
        <span className="block text-caption text-ink-muted">{kindText(kind)}</span>
      </th>
      <td className="tabular py-3 pe-4 text-end">{isCall ? '' : tickets}</td>
      <td className="tabular hidden py-3 pe-4 text-end md:table-cell">{String(totals?.refunds ?? 0n)}</td>
      <td className="tabular hidden py-3 pe-4 text-end md:table-cell">{formatUsd(totals?.eoFee ?? 0n)}</td>
      <td className="tabular py-3 text-end">{formatUsd(totals?.earnings ?? 0n)}</td>
    </tr>
  );
}

function kindText(kind: EarningSourceKind): string {
  if (kind === EarningSourceKind.PASS) return _('Pass for several events');
  return kind === EarningSourceKind.CALL ? _('Submission fees') : _('Event');
}

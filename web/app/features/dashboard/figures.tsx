import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { BallotTurnout, DashboardFigures, SoldTicketType } from '@marquee/contracts/festival/v1/dashboard_pb';
import { formatMoment, formatUsd } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { BarChart } from '../../ui/bar-chart.tsx';
import { Section } from '../../ui/section.tsx';
import { hoursShown } from './hours-shown.ts';

/** What was sold, who came, who watches and how many voted [FES-12]. */
export function Figures({ figures }: { figures: DashboardFigures }) {
  const { revenue, tickets, ticketsToday, returned, doors, watched, viewersNow, viewersUnknown } = figures;
  const shown = [
    { name: _('Tickets today'), value: String(ticketsToday), note: figures.timeZone },
    {
      name: _('Tickets in all'),
      value: String(tickets),
      note: returned > 0 ? _('{count} given back', { count: returned }) : '',
    },
    { name: _('Revenue'), value: formatUsd(revenue?.earnings ?? 0n), note: _('after the platform fee') },
    { name: _('Let in at doors'), value: String(doors), note: '' },
    { name: _('Watched a virtual event'), value: String(watched), note: '' },
    {
      name: _('Watching now'),
      value: viewersUnknown ? '–' : String(viewersNow),
      note: viewersUnknown ? _('cannot be counted at the moment') : _('counted every 10 seconds'),
    },
  ];
  return (
    <div className="grid gap-10">
      <dl className="grid grid-cols-2 gap-6 md:grid-cols-3">
        {shown.map(({ name, value, note }) => (
          <div key={name} className="grid content-start gap-1">
            <dt className="text-ink-muted text-small">{name}</dt>
            <dd className="tabular font-title text-title">{value}</dd>
            {note ? <dd className="text-caption text-ink-muted">{note}</dd> : null}
          </div>
        ))}
      </dl>
      <Hours figures={figures} />
      <Types types={figures.types} />
      <Votes ballots={figures.ballots} />
    </div>
  );
}

function Hours({ figures }: { figures: DashboardFigures }) {
  const { asOf, hours, timeZone } = figures;
  const bars = hoursShown(hours, asOf ? timestampDate(asOf) : new Date(0)).map(({ hour, tickets }) => ({
    ...{ key: hour.toISOString(), label: formatMoment(hour, timeZone), value: tickets, text: String(tickets) },
  }));
  return (
    <Section title={_('Tickets by hour')}>
      {hours.length === 0 ? (
        <p className="text-ink-muted">{_('Nothing was sold in the last 48 hours.')}</p>
      ) : (
        <BarChart label={_('Tickets by hour')} unit={_('Tickets')} head={_('Hour')} bars={bars} />
      )}
    </Section>
  );
}

const th = 'py-3 pe-4 text-end font-medium';
const td = 'tabular py-3 pe-4 text-end';

function Types({ types }: { types: readonly SoldTicketType[] }) {
  if (types.length === 0) return null;
  return (
    <Section title={_('By ticket type')}>
      <table className="w-full border-collapse text-small">
        <caption className="sr-only">{_('What was sold of each ticket type')}</caption>
        <thead className="text-ink-muted">
          <tr className="border-line border-b">
            <th scope="col" className="py-3 pe-4 text-start font-medium">
              {_('Ticket type')}
            </th>
            <th scope="col" className={th}>
              {_('Sold')}
            </th>
            <th scope="col" className={th}>
              {_('Paid')}
            </th>
          </tr>
        </thead>
        <tbody>
          {types.map(({ id, name, pass, eventName, tickets, quantity, amount }) => (
            <tr key={id} className="border-line border-b">
              <th scope="row" className="wrap-anywhere py-3 pe-4 text-start font-normal">
                {name}
                {pass || eventName ? (
                  <span className="block text-caption text-ink-muted">
                    {pass ? _('Pass for several events') : eventName}
                  </span>
                ) : null}
              </th>
              <td className={td}>{_('{count} of {total}', { count: tickets, total: quantity })}</td>
              <td className={td}>{formatUsd(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Votes({ ballots }: { ballots: readonly BallotTurnout[] }) {
  if (ballots.length === 0) return null;
  return (
    <Section title={_('Votes')}>
      <ul className="grid border-line border-t">
        {ballots.map(({ id, name, votes, counted, leadingFilmTitle }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-line border-b py-3">
            <span className="wrap-anywhere">{name}</span>
            <span className="tabular text-ink-muted text-small">
              {_('{count, plural, one {# vote} other {# votes}}', { count: Number(votes) })}
              {' · '}
              {counted ? leadingFilmTitle || _('no votes') : _('hidden until it is counted')}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

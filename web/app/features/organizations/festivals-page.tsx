import { OrganizationService } from '@marquee/contracts/festival/v1/organization_pb';
import { SearchX, Ticket } from 'lucide-react';
import { useNavigation } from 'react-router';
import { ListEnd } from '../../data/list-end.tsx';
import { type Page, useMore } from '../../data/use-more.ts';
import { _ } from '../../language/words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { Section } from '../../ui/section.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { EventRows } from '../programme/event-rows.tsx';
import type { EventView } from '../programme/event-view.ts';
import { FestivalSearch } from './festival-search.tsx';
import { OrganizationCard } from './organization-card.tsx';
import { festivalsHref, festivalsRequest, type OrganizationFilters } from './organization-filters.ts';
import { festivalPath, type OrganizationView, organizationView } from './organization-view.ts';

type ListProps = { filters: OrganizationFilters; list: Page<OrganizationView> };
type Props = ListProps & { events: EventView[] };

/** What is next at all festivals, then all festivals and other organizations by name [FES-01]. */
export function FestivalsPage({ filters, list, events }: Props) {
  const pending = useNavigation().location?.pathname === '/festivals';
  const isEmpty = list.items.length === 0 && !filters.q && !filters.type;
  return (
    <div className="page grid gap-8 py-10">
      <PageTitle title={_('Festivals')} lead={_('Premieres, blocks and ballots, from your seat.')} />
      {isEmpty ? (
        <NoFestivals />
      ) : (
        <>
          {events.length > 0 ? (
            <Section title={_('Next events')}>
              <EventRows events={events} withFestival />
            </Section>
          ) : null}
          <FestivalSearch filters={filters} />
          <div
            aria-busy={pending}
            className={classNames('transition-opacity duration-(--steady)', pending && 'opacity-50')}
          >
            <FestivalList key={festivalsHref(filters)} filters={filters} list={list} />
          </div>
        </>
      )}
    </div>
  );
}

function FestivalList({ filters, list }: ListProps) {
  const shown = useMore(list, {
    method: OrganizationService.method.listOrganizations,
    request: (cursor) => ({ ...festivalsRequest(filters), cursor }),
    page: (answer) => ({ items: answer.organizations.map(organizationView), nextCursor: answer.nextCursor }),
  });
  if (shown.items.length === 0) return <NothingFound />;
  return (
    <>
      <p className="sr-only" role="status">
        {_('{count, plural, one {# festival} other {# festivals}}', { count: shown.items.length })}
      </p>
      <ul aria-label={_('Festivals')} className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {shown.items.map((one) => (
          <OrganizationCard key={one.id} organization={one} href={festivalPath(one)} />
        ))}
        {shown.state === 'loading' ? (
          <li>
            <Skeleton className="h-32" label={_('Loading more festivals')} />
          </li>
        ) : null}
      </ul>
      <ListEnd list={shown} more={_('Show more festivals')} failed={_('Failed to load festivals')}>
        {_('{count, plural, one {One festival.} other {All # festivals.}}', { count: shown.items.length })}
      </ListEnd>
    </>
  );
}

const NoFestivals = () => (
  <EmptyState
    icon={<Ticket aria-hidden />}
    title={_('No festivals yet')}
    action={
      <a href="/" className={buttonClass('primary')}>
        {_('Browse films')}
      </a>
    }
  >
    {_('Festivals appear here as soon as one opens its doors.')}
  </EmptyState>
);

const NothingFound = () => (
  <EmptyState
    icon={<SearchX aria-hidden />}
    title={_('No festival matches')}
    action={
      <a href="/festivals" className={buttonClass('secondary')}>
        {_('See all festivals')}
      </a>
    }
  >
    {_('Try fewer words, another spelling, or another kind.')}
  </EmptyState>
);

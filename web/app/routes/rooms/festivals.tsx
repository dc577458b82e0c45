import { Ticket } from 'lucide-react';
import type { RouteHandle } from '../../api/route-handle.ts';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import { buttonClass } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';

export const handle = { publicPage: { tags: () => ['festivals'] } } satisfies RouteHandle;
export const meta = () => [{ title: pageTitle(_('Festivals')) }];

export default function FestivalsRoute() {
  return (
    <div className="page grid gap-8 py-10">
      <PageTitle title={_('Festivals')} lead={_('Premieres, blocks and ballots, from your seat.')} />
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
    </div>
  );
}

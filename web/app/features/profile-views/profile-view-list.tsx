import { timestampDate } from '@bufbuild/protobuf/wkt';
import { type ProfileView, ProfileViewService } from '@marquee/contracts/identity/v1/profile_view_pb';
import { CONNECTION_MESSAGES, PROFILE_VIEW_LIMITS } from '@marquee/rules/connections';
import { Eye, UserRound } from 'lucide-react';
import { ListEnd } from '../../data/list-end.tsx';
import { type Page, useMore } from '../../data/use-more.ts';
import { formatMoment } from '../../language/format.ts';
import { Trans } from '../../language/trans.tsx';
import { _ } from '../../language/words.ts';
import { EmptyState } from '../../ui/states.tsx';
import { PersonLine } from '../connections/person-line.tsx';

export const VIEWS_PAGE_SIZE = 50;

/** Who looked at the viewer's profile; visitors and private people are not named [PRO-04]. */
export function ProfileViewList({ first, visitorCount }: { first: Page<ProfileView>; visitorCount: number }) {
  const shown = useMore(first, {
    method: ProfileViewService.method.listProfileViews,
    request: (cursor) => ({ pageSize: VIEWS_PAGE_SIZE, cursor }),
    page: ({ views, nextCursor }) => ({ items: views, nextCursor }),
  });
  if (shown.items.length === 0 && visitorCount === 0) {
    return (
      <EmptyState icon={<Eye aria-hidden />} title={_('No views yet')}>
        {_('People who looked at your profile in the last {days} days appear here.', {
          days: PROFILE_VIEW_LIMITS.days,
        })}
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-6">
      {visitorCount > 0 ? (
        <p className="text-ink-muted">
          <Trans
            id="{count, plural, one {<0>#</0> view by somebody who was not signed in, in the last {days} days.} other {<0>#</0> views by people who were not signed in, in the last {days} days.}}"
            values={{ count: visitorCount, days: PROFILE_VIEW_LIMITS.days }}
            components={{ 0: <span className="font-medium text-ink tabular-nums" /> }}
          />
        </p>
      ) : null}
      {shown.items.length > 0 ? (
        <div>
          <ul aria-label={_('Profile views')} className="grid">
            {shown.items.map((view) => (
              <ViewLine key={view.id} view={view} />
            ))}
          </ul>
          <ListEnd list={shown} more={_('Show more')} failed={_('We failed to load more views.')}>
            {_('{count, plural, one {One view.} other {All # views.}}', { count: shown.items.length })}
          </ListEnd>
        </div>
      ) : null}
    </div>
  );
}

function ViewLine({ view: { viewer, viewedAt } }: { view: ProfileView }) {
  const when = viewedAt ? formatMoment(timestampDate(viewedAt)) : '';
  if (viewer) return <PersonLine person={viewer} detail={when} />;
  return (
    <li className="flex min-w-0 items-center gap-x-4 border-line border-b py-4 first:border-t">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-raised text-ink-faint">
        <UserRound aria-hidden className="size-5" />
      </span>
      <span className="grid min-w-0 gap-0.5">
        <span className="font-medium">{_(CONNECTION_MESSAGES.privateViewer)}</span>
        <span className="text-ink-muted text-small">{when}</span>
      </span>
    </li>
  );
}

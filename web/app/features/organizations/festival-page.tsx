import { OrganizationService } from '@marquee/contracts/festival/v1/organization_pb';
import { MapPin, Shapes, Share2, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOwn } from '../../data/use-own.ts';
import { _ } from '../../language/words.ts';
import { useCurrentUser } from '../../layout/current-user.ts';
import { shareLink } from '../../layout/share-link.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Breadcrumb } from '../../ui/page-title.tsx';
import { Still } from '../../ui/picture.tsx';
import type { EventView } from '../programme/event-view.ts';
import { FestivalEvents } from '../programme/festival-events.tsx';
import { FestivalCalls } from '../submissions/festival-calls.tsx';
import { OrganizationLogo } from './organization-logo.tsx';
import { festivalPath, type OrganizationView, TYPE_LABELS } from './organization-view.ts';

/** A festival or another organization as everybody sees it [FES-01]. */
export function FestivalPage({ festival, events }: { festival: OrganizationView; events: EventView[] }) {
  const { id, name, type, description, place, directorId, directorName, logo, headerImage } = festival;
  return (
    <article className="page grid gap-10 pt-6 pb-10">
      <Breadcrumb crumbs={[{ href: '/festivals', label: _('Festivals') }]} />
      {headerImage ? (
        <div className="overflow-hidden rounded-panel md:grid md:aspect-3/1 md:items-center">
          <Still source={headerImage} alt="" sizes="(min-width: 80rem) 76rem, 100vw" priority />
        </div>
      ) : null}
      <header className="grid items-start gap-x-8 gap-y-5 sm:grid-cols-[auto_minmax(0,1fr)]">
        <OrganizationLogo name={name} logo={logo} size="huge" />
        <div className="grid min-w-0 gap-4">
          <h1 tabIndex={-1} className="wrap-anywhere text-balance font-title text-title md:text-display">
            {name}
          </h1>
          <ul className="flex flex-wrap gap-x-6 gap-y-2 text-ink-muted text-small">
            <Fact icon={<Shapes aria-hidden className="size-4 shrink-0" />}>{_(TYPE_LABELS[type])}</Fact>
            {place ? <Fact icon={<MapPin aria-hidden className="size-4 shrink-0" />}>{place}</Fact> : null}
            {directorName ? (
              <Fact icon={<UserRound aria-hidden className="size-4 shrink-0" />}>
                <a href={`/profile/${directorId}`} className="touch underline-offset-4 hover:underline">
                  {_('Directed by {name}', { name: directorName })}
                </a>
              </Fact>
            ) : null}
          </ul>
          <div className="flex flex-wrap gap-3">
            <Button
              icon={<Share2 aria-hidden className="size-4" />}
              onClick={() => void shareLink({ path: festivalPath(festival), title: name, text: '', what: 'festival' })}
            >
              {_('Share')}
            </Button>
            <ManageLink festivalId={id} />
          </div>
        </div>
      </header>
      {description ? <p className="max-w-prose wrap-anywhere whitespace-pre-line text-lead">{description}</p> : null}
      <FestivalEvents festivalId={id} events={events} />
      <FestivalCalls festivalId={id} />
    </article>
  );
}

/** For who directs it or works for it; the page itself is the same for all. */
function ManageLink({ festivalId }: { festivalId: string }) {
  const isSignedIn = useCurrentUser().state === 'account';
  const { own } = useOwn(OrganizationService.method.getOrganization, { festivalId }, isSignedIn);
  if (own.state !== 'ready' || !own.value.canManage) return null;
  return <LinkButton to={`/user/orgs/${festivalId}`}>{_('Manage')}</LinkButton>;
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-center gap-2">
      {icon}
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}

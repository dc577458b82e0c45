import { PROFILE_MESSAGES } from '@marquee/rules/profile-messages';
import { MapPin, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Trans } from '../../language/trans.tsx';
import { _, msg, worded } from '../../language/words.ts';
import { NotFoundPage, useTitle } from '../../layout/error-pages.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Section } from '../../ui/section.tsx';
import { useProfileActions } from '../connections/profile-actions.tsx';
import { PersonLists } from '../lists/list-card.tsx';
import type { ListView } from '../lists/list-view.ts';
import { FavouriteFilms } from '../own-films/favourite-films.tsx';
import type { Favourites } from '../own-films/get-favourites.ts';
import { useRecordView } from '../profile-views/use-record-view.ts';
import { AvailabilityCalendar } from './availability-calendar.tsx';
import { Filmography } from './filmography.tsx';
import { Gallery } from './gallery.tsx';
import type { PersonFilms } from './person-films.ts';
import type { ProfileCounters } from './profile-counters.ts';
import { ProfileLinks } from './profile-links.tsx';
import type { ProfileView } from './profile-view.ts';
import { ShareProfile } from './share-profile.tsx';

export type ProfilePageData = {
  profile: ProfileView;
  films: PersonFilms | null;
  counters: ProfileCounters | null;
  favourites?: Favourites | undefined;
  lists?: ListView[];
};

/**
 * A person as everybody sees them: who they are, where their work is, and what they did [PRO-03]. The page is the same for
 * all; between whom there is a block it gives way to the answer that there is no such profile [SET-08].
 */
export function ProfilePage({ profile, films, counters, favourites, lists }: ProfilePageData) {
  const { isGone, actions, menu, mutual } = useProfileActions(profile);
  useRecordView(profile.id);
  if (isGone) return <GoneProfile />;
  return (
    <Profile
      {...{ profile, films, counters, favourites, lists, mutual }}
      actions={
        <>
          {actions}
          <ShareProfile profile={profile} />
          {menu}
        </>
      }
    />
  );
}

/** The title of the document has the name of the person, and every viewer is sent the same one. */
function GoneProfile() {
  useTitle(_('Profile'));
  return <NotFoundPage message={_(PROFILE_MESSAGES.notFound)} />;
}

/** The profile itself; what can be done with it, and what stands where its owner filled in nothing, is the caller's. */
export function Profile({
  profile,
  films,
  counters,
  favourites,
  lists = [],
  isOwn = false,
  actions,
  mutual,
  notice,
  about,
}: ProfilePageData & {
  isOwn?: boolean;
  actions: ReactNode;
  mutual?: ReactNode;
  notice?: ReactNode;
  about?: ReactNode;
}) {
  const { bio, links, gallery } = profile;
  return (
    <article className="page grid gap-12 pt-8 md:pt-12">
      {notice}
      <ProfileHeader {...{ profile, counters, isOwn, actions, mutual }} creditCount={films?.creditCount ?? 0} />
      {bio || about ? (
        <Section title={_('About')}>
          {bio ? <p className="max-w-prose wrap-anywhere whitespace-pre-line text-lead">{bio}</p> : about}
        </Section>
      ) : null}
      <FavouriteFilms personId={profile.id} favourites={favourites} />
      <PersonLists lists={lists} />
      {gallery.length > 0 ? <Gallery name={profile.name} photos={gallery} /> : null}
      <AvailabilityCalendar periods={profile.availability} />
      {links.length > 0 ? <ProfileLinks links={links} /> : null}
      <Filmography {...{ profile, films, isOwn }} />
    </article>
  );
}

/** Longer names step down on wide screens, as long titles of films do. */
const LONG_NAME = 40;

function ProfileHeader({
  profile: { name, picture, talents, place, union },
  counters,
  creditCount,
  isOwn,
  actions,
  mutual,
}: Pick<ProfilePageData, 'profile' | 'counters'> & {
  creditCount: number;
  isOwn: boolean;
  actions: ReactNode;
  mutual?: ReactNode;
}) {
  return (
    <header className="grid items-center gap-x-10 gap-y-6 sm:grid-cols-[auto_minmax(0,1fr)]">
      <Avatar name={name} picture={picture} size="huge" />
      <div className="grid min-w-0 gap-4">
        <div className="grid gap-2">
          <h1
            tabIndex={-1}
            className={classNames(
              'wrap-anywhere text-balance font-title text-title',
              name.length <= LONG_NAME && 'md:text-display',
            )}
          >
            {name}
          </h1>
          {talents.length > 0 ? <p className="text-lead">{talents.map(worded).join(', ')}</p> : null}
        </div>
        <ul className="flex empty:hidden flex-wrap gap-x-6 gap-y-2 text-ink-muted text-small">
          {place ? <Fact icon={<MapPin aria-hidden className="size-4 shrink-0" />}>{place}</Fact> : null}
          {union ? <Fact icon={<Users aria-hidden className="size-4 shrink-0" />}>{union}</Fact> : null}
          <Counter of="credit" count={creditCount} />
          {counters ? (
            <>
              <Counter
                of="connection"
                count={counters.connections}
                href={isOwn ? '/profile/edit/connections' : undefined}
              />
              <Counter of="referral" count={counters.referrals} />
              <Counter
                of="view"
                count={counters.profileViews}
                href={isOwn ? '/profile/edit/profile-views' : undefined}
              />
            </>
          ) : null}
        </ul>
        {mutual ? <div className="-ms-3 flex">{mutual}</div> : null}
        <div className="flex flex-wrap items-center gap-3">{actions}</div>
      </div>
    </header>
  );
}

/** What there is nothing of is not counted out to others [PRO-16]; the owner's own count leads to its list. */
const COUNTS = {
  credit: msg('{count, plural, one {<0>#</0> credit} other {<0>#</0> credits}}'),
  connection: msg('{count, plural, one {<0>#</0> connection} other {<0>#</0> connections}}'),
  referral: msg('{count, plural, one {<0>#</0> referral} other {<0>#</0> referrals}}'),
  view: msg('{count, plural, one {<0>#</0> profile view} other {<0>#</0> profile views}}'),
};

function Counter({ of, count, href }: { of: keyof typeof COUNTS; count: number; href?: string | undefined }) {
  if (count === 0 && !href) return null;
  const text = (
    <Trans
      id={COUNTS[of]}
      values={{ count }}
      components={{ 0: <span className="font-medium text-ink tabular-nums" /> }}
    />
  );
  return (
    <Fact>
      {href ? (
        <a href={href} className="touch underline-offset-4 hover:underline">
          {text}
        </a>
      ) : (
        text
      )}
    </Fact>
  );
}

function Fact({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-center gap-2">
      {icon}
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}

import { MapPin, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCurrentUser } from '../../layout/current-user.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import { Filmography } from './filmography.tsx';
import { Gallery } from './gallery.tsx';
import type { PersonFilms } from './person-films.ts';
import { ProfileLinks } from './profile-links.tsx';
import type { ProfileView } from './profile-view.ts';
import { ShareProfile } from './share-profile.tsx';

export type ProfilePageData = { profile: ProfileView; films: PersonFilms | null };

/** A person as everybody sees them: who they are, where their work is, and what they did [PRO-03]. */
export function ProfilePage({ profile, films }: ProfilePageData) {
  const current = useCurrentUser();
  const isOwn = current.state === 'account' && current.user.id === profile.id;
  return (
    <Profile
      {...{ profile, films }}
      actions={
        <>
          {isOwn ? <LinkButton to="/profile/edit">Edit profile</LinkButton> : null}
          <ShareProfile profile={profile} />
        </>
      }
    />
  );
}

/** The profile itself; what can be done with it, and what stands where its owner filled in nothing, is the caller's. */
export function Profile({
  profile,
  films,
  actions,
  notice,
  about,
}: ProfilePageData & { actions: ReactNode; notice?: ReactNode; about?: ReactNode }) {
  const { bio, links, gallery } = profile;
  return (
    <article className="page grid gap-12 pt-8 md:pt-12">
      {notice}
      <ProfileHeader profile={profile} creditCount={films?.creditCount ?? 0} actions={actions} />
      {bio || about ? (
        <Section title="About">
          {bio ? <p className="max-w-prose wrap-anywhere whitespace-pre-line text-lead">{bio}</p> : about}
        </Section>
      ) : null}
      {gallery.length > 0 ? <Gallery name={profile.name} photos={gallery} /> : null}
      {links.length > 0 ? <ProfileLinks links={links} /> : null}
      <Filmography profile={profile} films={films} />
    </article>
  );
}

function ProfileHeader({
  profile: { name, picture, talents, place, union },
  creditCount,
  actions,
}: {
  profile: ProfileView;
  creditCount: number;
  actions: ReactNode;
}) {
  return (
    <header className="grid items-center gap-x-10 gap-y-6 sm:grid-cols-[auto_minmax(0,1fr)]">
      <Avatar name={name} picture={picture || undefined} size="huge" />
      <div className="grid min-w-0 gap-4">
        <div className="grid gap-2">
          <h1 tabIndex={-1} className="wrap-anywhere text-balance font-title text-title md:text-display">
            {name}
          </h1>
          {talents.length > 0 ? <p className="text-lead">{talents.join(', ')}</p> : null}
        </div>
        <ul className="flex flex-wrap gap-x-6 gap-y-2 text-ink-muted text-small">
          {place ? <Fact icon={<MapPin aria-hidden className="size-4" />}>{place}</Fact> : null}
          {union ? <Fact icon={<Users aria-hidden className="size-4" />}>{union}</Fact> : null}
          {creditCount > 0 ? (
            <Fact>
              <span className="font-medium text-ink tabular-nums">{creditCount}</span>{' '}
              {creditCount === 1 ? 'credit' : 'credits'}
            </Fact>
          ) : null}
        </ul>
        <div className="flex flex-wrap gap-3">{actions}</div>
      </div>
    </header>
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

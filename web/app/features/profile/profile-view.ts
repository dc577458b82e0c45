import {
  AccountType,
  type AvailabilityPeriod,
  AvailabilityKind as Kind,
  type Profile,
} from '@marquee/contracts/identity/v1/account_pb';
import type { AvailabilityKind } from '@marquee/rules/availability';
import { socialLinkName } from '@marquee/rules/social-links';
import { hrefOf } from '@marquee/rules/web-address';
import { countryName } from '../../language/names.ts';

export type LinkView = { label: string; name: string; href: string; text: string };

/** What a profile shows, as plain data. */
export type ProfileView = {
  id: string;
  name: string;
  firstName: string;
  lastName: string;
  isCompany: boolean;
  talents: string[];
  /** City, region and country, as far as they are known. */
  place: string;
  city: string;
  state: string;
  country: string;
  bio: string;
  union: string;
  links: LinkView[];
  picture: string;
  gallery: { path: string; name: string; width: number; height: number }[];
  availability: { kind: AvailabilityKind; firstDay: string; lastDay: string }[];
};

type Fields = Pick<
  Profile,
  | 'id'
  | 'firstName'
  | 'lastName'
  | 'type'
  | 'talents'
  | 'city'
  | 'state'
  | 'country'
  | 'bio'
  | 'union'
  | 'socialLinks'
  | 'profilePicture'
  | 'gallery'
> & { availability: Pick<AvailabilityPeriod, 'kind' | 'firstDay' | 'lastDay'>[] };

/** A profile as others see it, or the person's own account. */
export function profileView(profile: Fields): ProfileView {
  const { id, firstName, lastName, talents, city, state, country, bio, union } = profile;
  return {
    ...{ id, firstName, lastName, talents, city, state, country, bio, union },
    name: `${firstName} ${lastName}`.trim(),
    isCompany: profile.type === AccountType.COMPANY,
    place: [city, state, countryName(country)].filter(Boolean).join(', '),
    links: profile.socialLinks.map(({ label, url }) => ({
      ...{ label, name: socialLinkName(label), href: hrefOf(url) },
      text: url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, ''),
    })),
    picture: profile.profilePicture,
    gallery: profile.gallery.map(({ path, name, width, height }) => ({ path, name, width, height })),
    availability: profile.availability.map(({ kind, firstDay, lastDay }) => ({
      ...{ kind: kind === Kind.BOOKED ? ('BOOKED' as const) : ('AVAILABLE' as const), firstDay, lastDay },
    })),
  };
}

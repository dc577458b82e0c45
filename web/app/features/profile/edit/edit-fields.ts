import {
  AccountType,
  AvailabilityKind,
  ConsumerType,
  ProfileVisibility,
  type User,
} from '@marquee/contracts/identity/v1/account_pb';
import type { AvailabilityPeriod } from '@marquee/rules/availability';
import type { SocialLinkLabel } from '@marquee/rules/social-links';

/** What the edit screens change of a person, as plain data. */
export type EditFields = {
  firstName: string;
  lastName: string;
  country: string;
  state: string;
  city: string;
  bio: string;
  union: string;
  talents: string[];
  type: 'INDIVIDUAL' | 'COMPANY';
  /** Movie Lovers have no talents. */
  hasTalents: boolean;
  visibility: 'PUBLIC' | 'HIDDEN' | 'PRIVATE';
  links: { label: SocialLinkLabel; url: string }[];
  picture: string;
  gallery: EditPhoto[];
  availability: AvailabilityPeriod[];
};

export type EditPhoto = { path: string; name: string };

export function editFields(user: User): EditFields {
  const { firstName, lastName, country, state, city, bio, union, talents } = user;
  return {
    ...{ firstName, lastName, country, state, city, bio, union, talents },
    type: user.type === AccountType.COMPANY ? 'COMPANY' : 'INDIVIDUAL',
    hasTalents: user.consumerType === ConsumerType.ENTERTAINMENT_PRO,
    visibility: (ProfileVisibility[user.profileVisibility] ?? 'PUBLIC') as EditFields['visibility'],
    picture: user.profilePicture,
    gallery: user.gallery.map(({ path, name }) => ({ path, name })),
    availability: user.availability.map(({ kind, firstDay, lastDay, note }) => ({
      ...{
        kind: kind === AvailabilityKind.BOOKED ? ('BOOKED' as const) : ('AVAILABLE' as const),
        firstDay,
        lastDay,
        note,
      },
    })),
    links: user.socialLinks.map(({ label, url }) => ({ label: label as SocialLinkLabel, url })),
  };
}

import {
  type Organization,
  OrganizationStatus,
  OrganizationType,
} from '@marquee/contracts/festival/v1/organization_pb';
import type { ImageInfo } from '@marquee/contracts/media/v1/media_pb';
import { ORGANIZATION_TYPES, type OrganizationTypeName } from '@marquee/rules/organizations';
import { countryName } from '../../language/names.ts';
import { type Message, msg } from '../../language/words.ts';
import type { PictureSource } from '../../ui/picture.tsx';
import { pictureOf } from '../../ui/picture-of.ts';

export const TYPE_LABELS: Record<OrganizationTypeName, Message> = {
  FILM_FESTIVAL: msg('Film festival'),
  MEDIA_CLUB: msg('Media club'),
  MUSIC_ARTIST: msg('Music artist'),
  CINEMA: msg('Cinema'),
  FILM_SCHOOL: msg('Film school'),
  OTHER: msg('Other organization'),
};

/** An organization as plain data for a page. */
export type OrganizationView = {
  id: string;
  name: string;
  type: OrganizationTypeName;
  isActive: boolean;
  description: string;
  /** What its page is under: the custom address if it has one. */
  address: string;
  url: string;
  city: string;
  state: string;
  country: string;
  place: string;
  directorId: string;
  directorName: string;
  logo: string;
  headerImage: PictureSource | undefined;
  version: string;
};

export function organizationView(organization: Organization): OrganizationView {
  const { id, name, description, url, city, state, country, organizationLogo, headerImage } = organization;
  const place = [city, state, countryName(country)].filter(Boolean).join(', ');
  return {
    ...{ id, name, description, url, city, state, country, place },
    type: typeName(organization.type),
    isActive: organization.status === OrganizationStatus.ACTIVE,
    address: url || id,
    directorId: organization.organizationDirector,
    directorName: organization.directorName,
    logo: logoUrl(organizationLogo),
    headerImage: pictureOf(headerImage),
    version: String(organization.version),
  };
}

const typeName = (type: OrganizationType): OrganizationTypeName =>
  ORGANIZATION_TYPES.find((name) => OrganizationType[name] === type) ?? 'OTHER';

const logoUrl = (image: ImageInfo | undefined) => (image ? `${image.uri}/320.jpg` : '');

/** The address of its page. */
export const festivalPath = ({ address }: Pick<OrganizationView, 'address'>) =>
  `/festivals/${encodeURIComponent(address)}`;

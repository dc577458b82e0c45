import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import { type Agreement, OrganizationActionKind } from '@marquee/contracts/festival/v1/organization_back_office_pb';
import { OrganizationStatus, OrganizationType } from '@marquee/contracts/festival/v1/organization_pb';
import { TeamRole } from '@marquee/contracts/festival/v1/team_pb';
import { formatAddedDate } from '@marquee/rules/format';

export const TYPE_LABELS: Record<OrganizationType, string> = {
  [OrganizationType.UNSPECIFIED]: '–',
  [OrganizationType.FILM_FESTIVAL]: 'Film festival',
  [OrganizationType.MEDIA_CLUB]: 'Media club',
  [OrganizationType.MUSIC_ARTIST]: 'Music artist',
  [OrganizationType.CINEMA]: 'Cinema',
  [OrganizationType.FILM_SCHOOL]: 'Film school',
  [OrganizationType.OTHER]: 'Other',
};

/** The types that can be chosen, by the names of their parameters. */
export const TYPE_CHOICES = Object.entries(TYPE_LABELS)
  .filter(([type]) => type !== String(OrganizationType.UNSPECIFIED))
  .map(([value, label]) => ({ value, label }));

export const STATUS_LABELS: Record<OrganizationStatus, string> = {
  [OrganizationStatus.UNSPECIFIED]: '–',
  [OrganizationStatus.INACTIVE]: 'INACTIVE',
  [OrganizationStatus.ACTIVE]: 'ACTIVE',
};

export const ROLE_LABELS: Record<TeamRole, string> = {
  [TeamRole.UNSPECIFIED]: '–',
  [TeamRole.MANAGER]: 'Manager',
  [TeamRole.PROGRAMMER]: 'Programmer',
  [TeamRole.DOOR]: 'Door',
};

export const ROLE_CHOICES = [TeamRole.MANAGER, TeamRole.PROGRAMMER, TeamRole.DOOR].map((role) => ({
  value: String(role),
  label: ROLE_LABELS[role],
}));

export const ACTION_LABELS: Record<OrganizationActionKind, string> = {
  [OrganizationActionKind.UNSPECIFIED]: 'Changed',
  [OrganizationActionKind.CREATED]: 'Created',
  [OrganizationActionKind.EDITED]: 'Edited',
  [OrganizationActionKind.ENABLED]: 'Enabled',
  [OrganizationActionKind.DISABLED]: 'Disabled',
  [OrganizationActionKind.DIRECTOR_CHANGED]: 'Given to another director',
  [OrganizationActionKind.TEAM_CHANGED]: 'Team changed',
  [OrganizationActionKind.DELETED]: 'Deleted',
  [OrganizationActionKind.DIRECTOR_SUSPENDED]: 'Disabled: its director was suspended',
  [OrganizationActionKind.TICKETS_REFUNDED]: 'Tickets taken back, and their refund asked for',
  [OrganizationActionKind.TICKETS_REFUND_FAILED]: 'Refund of tickets failed',
  [OrganizationActionKind.FEE_REFUNDED]: 'Owed submission fee given back, or asked to go back',
  [OrganizationActionKind.BOOKS_CLOSED]: 'Books of an event closed',
};

export const dateText = (at: Timestamp | undefined): string => (at ? formatAddedDate(timestampDate(at), 'UTC') : '–');

/** Approved while its end is in the future [ADO-04]. */
export const agreementStatus = ({ expirationDate }: Agreement, now: Date): 'Approved' | 'Expired' =>
  expirationDate && timestampDate(expirationDate) > now ? 'Approved' : 'Expired';

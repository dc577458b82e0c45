import { OrganizationChangedSchema, OrganizationPicturesChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';
import type { Organization } from './organizations.ts';

type Changed = Pick<Organization, 'id' | 'url' | 'version'>;
const aggregate = ({ id, version }: Changed) => ({ type: 'organization', id, version });

/** What a public page shows of it changed. `before`: the address that it had until now. */
export function organizationChanged(row: Changed, before: string | null = row.url): DomainEvent {
  const earlierUrl = before === row.url ? '' : (before ?? '');
  const fields = { festivalId: row.id, url: row.url ?? '', earlierUrl };
  return domainEvent(OrganizationChangedSchema, fields, aggregate(row));
}

/** What it shows from now on. */
export const organizationPicturesChanged = (row: Changed, pictureIds: string[]): DomainEvent =>
  domainEvent(OrganizationPicturesChangedSchema, { festivalId: row.id, pictureIds }, aggregate(row));

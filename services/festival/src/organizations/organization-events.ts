import { OrganizationChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';
import type { Organization } from './organizations.ts';

/** What a public page shows of it changed. */
export const organizationChanged = ({ id, version }: Pick<Organization, 'id' | 'version'>): DomainEvent =>
  domainEvent(OrganizationChangedSchema, { festivalId: id }, { type: 'organization', id, version });

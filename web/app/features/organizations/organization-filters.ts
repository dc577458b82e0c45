import { OrganizationType } from '@marquee/contracts/festival/v1/organization_pb';
import { ORGANIZATION_TYPES, type OrganizationTypeName } from '@marquee/rules/organizations';

/** The parameters of /festivals, in the words of its address. */
export const FILTER_NAMES = ['q', 'type'] as const;
export type OrganizationFilters = { q: string; type: OrganizationTypeName | '' };

export const PAGE_SIZE = 24;
export const QUERY_LENGTH_MAX = 90;

/** Reads an address; an unknown type is left out. */
export function filtersOf(params: URLSearchParams): OrganizationFilters {
  const type = params.get('type') ?? '';
  return {
    q: (params.get('q') ?? '').trim().slice(0, QUERY_LENGTH_MAX),
    type: ORGANIZATION_TYPES.find((name) => name === type) ?? '',
  };
}

/** The address of these filters; empty ones are left out. */
export function festivalsHref(filters: OrganizationFilters): string {
  const params = new URLSearchParams(FILTER_NAMES.filter((name) => filters[name]).map((name) => [name, filters[name]]));
  return params.size > 0 ? `/festivals?${params}` : '/festivals';
}

/** The same as a request of ListOrganizations. */
export const festivalsRequest = ({ q, type }: OrganizationFilters) => ({
  ...{ query: q, type: type ? OrganizationType[type] : OrganizationType.UNSPECIFIED, pageSize: PAGE_SIZE },
});

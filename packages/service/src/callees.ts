import type { DescService } from '@bufbuild/protobuf';
import { PERSONAL_DATA_OWNERS } from '@marquee/contracts/personal-data-owners';
import { ownerOf } from '@marquee/contracts/services';
import type { Service } from './define-service.ts';

type Calling = {
  name: string;
  calls?: Readonly<Record<string, DescService>> | undefined;
  gathersPersonalData?: boolean | undefined;
};

/** The services that a service calls, by its declaration. */
export function calleesOf({ name, calls, gathersPersonalData }: Calling): string[] {
  const gathered = gathersPersonalData ? PERSONAL_DATA_OWNERS.filter((owner) => owner !== name) : [];
  return [...new Set([...Object.values(calls ?? {}).map(ownerOf), ...gathered])];
}

/**
 * The services with the calls that follow from the list of all of them: whatever gathers personal data calls those that
 * hold some.
 */
export function withGathering(services: readonly Service[]): Service[] {
  const owners = services.filter(({ personalData }) => personalData).map(({ name }) => name);
  return services.map((service) => {
    if (!service.gathersPersonalData) return service;
    return { ...service, calls: [...new Set([...service.calls, ...owners])].filter((name) => name !== service.name) };
  });
}

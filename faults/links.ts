import { services } from '@marquee/deploy/services';
import type { Service } from '@marquee/service/define-service';

/** The name of a connection that can be cut: to a process, to a component, or from a process to a component. */
export type CutLink = string;

/** The components that processes connect to, each by a link of the same name. */
export const COMPONENT_LINKS = { broker: 'kafka', cache: 'redis', database: 'postgres', store: 's3' } as const;

/** Whether other processes or browsers connect to it. */
export function isCalled({ hasRpc, http }: Pick<Service, 'hasRpc' | 'http'>): boolean {
  return hasRpc || (http !== undefined && !http.isForDevelopment);
}

/** The links that are cut when a process is cut off: those to it, or its own to components when nobody calls it. */
export function linksOfProcess(service: Service): CutLink[] {
  const { name, hasRpc, http, release } = service;
  if (!isCalled(service)) return Object.values(ownLinks(service));
  const hasHttp = http && !http.isForDevelopment;
  if (release.isPublic) return [name];
  return [...(hasRpc ? [name] : []), ...(hasHttp ? [`${name}-http`] : [])];
}

/** The links to components that a process does not share with others. */
export function ownLinks(service: Service): Partial<Record<keyof typeof COMPONENT_LINKS, CutLink>> {
  const { name, database, uses } = service;
  if (isCalled(service)) return {};
  return {
    ...(database && { database: `${name}-postgres` }),
    ...(uses.includes('blobs') && { store: `${name}-s3` }),
    cache: `${name}-redis`,
  };
}

/** The links that are cut when a component is cut off from every process. */
export function linksOfComponent(
  component: keyof typeof COMPONENT_LINKS,
  of: readonly Service[] = services,
): CutLink[] {
  return [COMPONENT_LINKS[component], ...of.flatMap((service) => ownLinks(service)[component] ?? [])];
}

import type { Service } from '@marquee/service/define-service';
import { isHelper } from '../databases.ts';

/**
 * The services of an embedded site: all but those that only help another, which does the work itself here. Loading them
 * takes about a second, in which PostgreSQL can start.
 */
export async function loadServices(): Promise<readonly Service[]> {
  const { services } = await import('../services.ts');
  return services.filter((service) => !isHelper(service));
}

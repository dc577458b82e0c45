import type { Service } from '@marquee/service/define-service';
import { isHelper } from '../databases.ts';

/**
 * The services of an embedded site: all except helpers, whose work their owners do here. Loading them takes about a
 * second.
 */
export async function loadServices(): Promise<readonly Service[]> {
  const { services } = await import('../services.ts');
  return services.filter((service) => !isHelper(service));
}

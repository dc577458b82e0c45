import type { Service } from '@marquee/service/define-service';

/** Who calls each service that answers gRPC, as lines of a TypeScript object. */
export function callersText(services: readonly Service[]): string {
  return services
    .filter(({ hasRpc }) => hasRpc)
    .map(({ name }) => {
      const callers = services.filter(({ calls }) => calls.includes(name)).map((caller) => `'${caller.name}'`);
      return `${name}: [${callers.sort().join(', ')}],`;
    })
    .join('\n');
}

/** The services that hold personal data, as lines of a TypeScript list. */
export function ownersText(services: readonly Service[]): string {
  return services
    .filter(({ personalData }) => personalData)
    .map(({ name }) => `'${name}',`)
    .join('\n');
}

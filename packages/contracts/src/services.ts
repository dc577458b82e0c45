import { createRegistry, type DescMessage, type DescService, type Registry } from '@bufbuild/protobuf';
import { files } from '../gen/all_pb.js';

// What many services answer alike, each for itself: nobody owns it, and it never passes the gateway.
const SHARED = new Set(['grpc.health.v1.Health', 'personal_data.v1.PersonalDataService']);

/** Every service of the product's contracts that one process answers for. */
export function allServices(): DescService[] {
  return files.flatMap((file) => file.services).filter((service) => !SHARED.has(service.typeName));
}

/** Every event: a message of the folder of events that may travel in an envelope. */
export function allEvents(): DescMessage[] {
  return files.filter(({ proto }) => proto.package === 'events.v1').flatMap((file) => file.messages);
}

/** The name of the process that answers for a service: the first part of its package. */
export function ownerOf(service: DescService): string {
  return service.typeName.slice(0, service.typeName.indexOf('.'));
}

/**
 * The name of the process that calls for browsers. What it says about them is believed, and its calls are its viewers':
 * it has no rights of its own.
 */
export const BROWSER_CALLER = 'gateway';

/** All types, for JSON that holds an Any. */
export function contractRegistry(): Registry {
  return createRegistry(...files);
}

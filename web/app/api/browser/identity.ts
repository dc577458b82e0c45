import { identityServices } from '../identity-services.ts';
import { browserClient } from './transport.ts';

/** identity, called from the browser. */
export const identity = browserClient(identityServices);

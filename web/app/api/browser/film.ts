import { filmServices } from '../film-services.ts';
import { browserClient } from './transport.ts';

/** film, called from the browser. */
export const film = browserClient(filmServices);

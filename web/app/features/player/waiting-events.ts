import { film } from '../../api/browser/film.ts';
import { EventQueue, hasWaitingEvents } from './event-queue.ts';

/** Sends what earlier visits could not: the viewer was offline, or the tab closed first [WAT-17]. */
export async function sendWaitingEvents(): Promise<void> {
  if (hasWaitingEvents(localStorage)) await new EventQueue({ storage: localStorage, sink: film }).send();
}

import { WatchService } from '@marquee/contracts/film/v1/watch_pb';
import { client } from '../../api/browser/client.ts';
import { accountOfPage } from '../../api/browser/page-account.ts';
import { EventQueue } from './event-queue.ts';

/** Sends events that earlier visits could not: the viewer was offline, or closed the tab first [WAT-17]. */
export async function sendWaitingEvents(): Promise<void> {
  await new EventQueue({ storage: localStorage, sink: client(WatchService), owner: accountOfPage() }).send();
}

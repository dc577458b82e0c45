import { PrintService } from '@marquee/contracts/notification/v1/print_pb';
import { rpc } from '@marquee/service/rpc';
import { read } from '@marquee/service/use-case';
import type { NotificationResources } from '../resources.ts';
import { printDocument, printDocumentSchema } from './print-document.ts';

export const printRpc = rpc<NotificationResources>()(PrintService, {
  printDocument: read(printDocumentSchema, printDocument),
});

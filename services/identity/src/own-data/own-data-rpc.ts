import { OwnDataMailService, OwnDataService } from '@marquee/contracts/identity/v1/personal_data_pb';
import { rpc } from '@marquee/service/rpc';
import { noInput, read, write } from '@marquee/service/use-case';
import { requireFreshProof, requireProofByPasskey } from '../passkey/fresh-proof.ts';
import type { IdentityResources } from '../resources.ts';
import { chooseNextSession } from '../session/browser-metadata.ts';
import { closeOwnAccount, closeOwnAccountSchema } from './close-own-account.ts';
import { getClosing } from './get-closing.ts';
import { getExport } from './get-export.ts';
import { closingMailSchema, exportMailSchema, getClosingMail, getExportMail } from './get-mail.ts';
import { keepOwnAccount } from './keep-own-account.ts';
import { openExport, openExportSchema } from './open-export.ts';
import {
  closedMessage,
  closingMailMessage,
  closingMessage,
  exportMailMessage,
  ownExportMessage,
  requestedExportMessage,
} from './own-data-message.ts';
import { readExport, readExportSchema } from './read-export.ts';
import { requestExport } from './request-export.ts';

/** Export my data and Close account. */
export const ownDataRpc = rpc<IdentityResources>()(OwnDataService, {
  getExport: read(noInput, getExport, ownExportMessage),
  requestExport: write(noInput, requestExport, requestedExportMessage),
  openExport: write(openExportSchema, openExport, () => ({}), { before: requireFreshProof }),
  readExport: read(readExportSchema, readExport),
  getClosing: read(noInput, getClosing, closingMessage),
  closeOwnAccount: write(closeOwnAccountSchema, closeOwnAccount, closedMessage, {
    before: requireProofByPasskey,
    after: chooseNextSession,
  }),
  keepOwnAccount: write(noInput, keepOwnAccount, () => ({})),
});

/** What the mails about them say. */
export const ownDataMailRpc = rpc<IdentityResources>()(OwnDataMailService, {
  getExportMail: read(exportMailSchema, getExportMail, exportMailMessage),
  getClosingMail: read(closingMailSchema, getClosingMail, closingMailMessage),
});

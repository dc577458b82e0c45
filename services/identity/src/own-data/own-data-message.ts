import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type AccountExportSchema,
  type CloseOwnAccountResponseSchema,
  ExportState,
  type GetClosingMailResponseSchema,
  type GetClosingResponseSchema,
  type GetExportMailResponseSchema,
  type GetExportResponseSchema,
} from '@marquee/contracts/identity/v1/personal_data_pb';
import type { AccountClosing } from './account-closings.ts';
import type { AccountExport } from './account-exports.ts';
import type { OwnClosing } from './get-closing.ts';
import type { OwnExport } from './get-export.ts';
import { doneBy, type getClosingMail, type getExportMail } from './get-mail.ts';

const STATES: Record<string, ExportState> = {
  WAITING: ExportState.WAITING,
  READY: ExportState.READY,
  FAILED: ExportState.FAILED,
};

function exportMessage(row: AccountExport): MessageInitShape<typeof AccountExportSchema> {
  const { id, state, requestedAt, finishedAt, expiresAt, sizeBytes } = row;
  return {
    ...{ id, sizeBytes, requestedAt: timestampFromDate(requestedAt) },
    state: STATES[state] ?? ExportState.UNSPECIFIED,
    ...(finishedAt && { finishedAt: timestampFromDate(finishedAt), expiresAt: timestampFromDate(expiresAt) }),
  };
}

export const requestedExportMessage = (row: AccountExport) => ({ export: exportMessage(row) });

export function ownExportMessage({ row, nextAt }: OwnExport): MessageInitShape<typeof GetExportResponseSchema> {
  return { ...(row && { export: exportMessage(row) }), ...(nextAt && { nextAt: timestampFromDate(nextAt) }) };
}

export function closingMessage({ row, typed }: OwnClosing): MessageInitShape<typeof GetClosingResponseSchema> {
  return { typed, ...(row && { closingAt: timestampFromDate(row.requestedAt), ...timesOf(row) }) };
}

export function closedMessage(row: AccountClosing): MessageInitShape<typeof CloseOwnAccountResponseSchema> {
  return timesOf(row);
}

function timesOf(row: AccountClosing) {
  return { keepUntil: timestampFromDate(row.keepUntil), doneBy: timestampFromDate(doneBy(row)) };
}

export function exportMailMessage(
  mail: Awaited<ReturnType<typeof getExportMail>>,
): MessageInitShape<typeof GetExportMailResponseSchema> {
  return 'ended' in mail ? mail : { ...mail, expiresAt: timestampFromDate(mail.expiresAt) };
}

export function closingMailMessage(
  mail: Awaited<ReturnType<typeof getClosingMail>>,
): MessageInitShape<typeof GetClosingMailResponseSchema> {
  if ('ended' in mail) return mail;
  return { ...mail, keepUntil: timestampFromDate(mail.keepUntil), doneBy: timestampFromDate(mail.doneBy) };
}

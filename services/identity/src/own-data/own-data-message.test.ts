import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ExportState } from '@marquee/contracts/identity/v1/personal_data_pb';
import type { AccountClosing } from './account-closings.ts';
import type { AccountExport } from './account-exports.ts';
import { closingMessage, ownExportMessage } from './own-data-message.ts';

const [requestedAt, finishedAt, later] = ['2026-11-01', '2026-11-02', '2026-11-09'].map((day) => new Date(day)) as [
  Date,
  Date,
  Date,
];
const row = {
  id: 'e',
  state: 'READY',
  requestedAt,
  finishedAt,
  expiresAt: later,
  sizeBytes: 7n,
} as unknown as AccountExport;
const at = timestampFromDate;

test('an export has its times once it is finished, and the next one its time where it has to wait', () => {
  expect(ownExportMessage({ row, nextAt: later })).toMatchObject({
    export: {
      state: ExportState.READY,
      requestedAt: at(requestedAt),
      finishedAt: at(finishedAt),
      expiresAt: at(later),
    },
    nextAt: at(later),
  });
  const waiting = ownExportMessage({ row: { ...row, state: 'WAITING', finishedAt: null }, nextAt: undefined });
  expect(waiting.export).toMatchObject({ id: 'e', state: ExportState.WAITING });
  expect(waiting.export).not.toHaveProperty('expiresAt');
  expect(waiting).not.toHaveProperty('nextAt');
  expect(ownExportMessage({ row: undefined, nextAt: undefined })).toEqual({});
});

test('an account that closes says since when and until when it can be kept, any other only what has to be typed', () => {
  const closing = { requestedAt, keepUntil: later } as AccountClosing;
  expect(closingMessage({ row: closing, typed: 'PHONE' })).toMatchObject({
    ...{ typed: 'PHONE', closingAt: at(requestedAt), keepUntil: at(later) },
  });
  expect(closingMessage({ row: undefined, typed: 'EMAIL' })).toEqual({ typed: 'EMAIL' });
});

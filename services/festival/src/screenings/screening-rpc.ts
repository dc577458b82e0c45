import { ScreeningService } from '@marquee/contracts/festival/v1/screening_pb';
import { rpc } from '@marquee/service/rpc';
import { read } from '@marquee/service/use-case';
import type { FestivalResources } from '../resources.ts';
import { exportSchema, exportScreenings } from './export-screenings.ts';
import { exportUserTickets } from './export-user-tickets.ts';
import { screeningMessage } from './screening-message.ts';

export const screeningRpc = rpc<FestivalResources>()(ScreeningService, {
  exportScreenings: read(exportSchema, exportScreenings, ({ rows, nextCursor }) => ({
    screenings: rows.map(screeningMessage),
    nextCursor,
  })),
  exportUserTickets: read(exportSchema, exportUserTickets, ({ rows: tickets, nextCursor }) => ({
    tickets,
    nextCursor,
  })),
});

import { DashboardService } from '@marquee/contracts/festival/v1/dashboard_pb';
import { rpc } from '@marquee/service/rpc';
import { read } from '@marquee/service/use-case';
import { festivalIdSchema } from '../organizations/get-organization.ts';
import type { FestivalResources } from '../resources.ts';
import { eventIdSchema } from '../votes/list-ballots.ts';
import { eventDashboardMessage, festivalDashboardMessage } from './dashboard-message.ts';
import { getEventDashboard } from './get-event-dashboard.ts';
import { getFestivalDashboard } from './get-festival-dashboard.ts';

export const dashboardRpc = rpc<FestivalResources>()(DashboardService, {
  getFestivalDashboard: read(festivalIdSchema, getFestivalDashboard, festivalDashboardMessage),
  getEventDashboard: read(eventIdSchema, getEventDashboard, eventDashboardMessage),
});

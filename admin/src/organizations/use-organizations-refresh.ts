import { OrganizationBackOfficeService } from '@marquee/contracts/festival/v1/organization_back_office_pb';
import { TeamService } from '@marquee/contracts/festival/v1/team_pb';
import { useRefresh } from '../shell/use-refresh.ts';

/** Loads again what pages show of organizations, once something has changed. */
export const useOrganizationsRefresh = (): (() => Promise<void>) =>
  useRefresh(OrganizationBackOfficeService, TeamService);

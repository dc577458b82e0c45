import { SalesService } from '@marquee/contracts/film/v1/checkout_pb';
import { UserRecordsService } from '@marquee/contracts/film/v1/user_records_pb';
import { PlanBackOfficeService } from '@marquee/contracts/identity/v1/plans_pb';
import { UserBackOfficeService } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { useRefresh } from '../shell/use-refresh.ts';

/** Loads again what pages show of people, once something has changed. */
export const useUsersRefresh = (): (() => Promise<void>) =>
  useRefresh(UserBackOfficeService, UserRecordsService, SalesService, PlanBackOfficeService);

import { ReportType } from '@marquee/contracts/identity/v1/report_pb';
import { requireViewer } from '../../api/viewer.ts';
import { ReportPage } from '../../features/reports/report-page.tsx';
import type { Route } from './+types/report-bug';

export const meta: Route.MetaFunction = () => [{ title: 'Report a bug · Marquee' }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function ReportBugRoute() {
  return <ReportPage type={ReportType.BUG} />;
}

import { ReportType } from '@marquee/contracts/identity/v1/report_pb';
import { requireViewer } from '../../api/viewer.ts';
import { ReportPage } from '../../features/reports/report-page.tsx';
import type { Route } from './+types/feedback';

export const meta: Route.MetaFunction = () => [{ title: 'Send feedback · Marquee' }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function FeedbackRoute() {
  return <ReportPage type={ReportType.FEEDBACK} />;
}

import { ReportType } from '@marquee/contracts/identity/v1/report_pb';
import { requireViewer } from '../../api/viewer.ts';
import { ReportPage } from '../../features/reports/report-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/feedback';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Submit feedback')) }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function FeedbackRoute() {
  return <ReportPage type={ReportType.FEEDBACK} />;
}

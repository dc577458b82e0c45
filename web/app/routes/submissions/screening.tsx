import type { RouteHandle } from '../../api/route-handle.ts';
import { requireViewer } from '../../api/viewer.ts';
import { ScreeningPage } from '../../features/submissions/screening-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/screening';

export const handle = { bare: true, tellsEndedSession: true } satisfies RouteHandle;

export const meta = () => [{ title: pageTitle(_('Watch')) }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function ScreeningRoute({ params }: Route.ComponentProps) {
  return <ScreeningPage key={params.submissionId} submissionId={params.submissionId} />;
}

import type { RouteHandle } from '../../api/route-handle.ts';
import { PartnerUpload } from '../../features/upload-links/partner-upload.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/partner-upload.ts';

export const handle = { bare: true, withoutAccount: true } satisfies RouteHandle;
export const meta: Route.MetaFunction = () => [
  { title: pageTitle(_('Upload for a film')) },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

export default function PartnerUploadRoute() {
  return <PartnerUpload />;
}

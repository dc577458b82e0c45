import { data } from 'react-router';
import type { RouteHandle } from '../../api/route-handle.ts';
import { _ } from '../../language/words.ts';
import { ForbiddenPage } from '../../layout/error-pages.tsx';
import { pageTitle } from '../../layout/page-meta.ts';

export const handle = { publicPage: { tags: () => [] } } satisfies RouteHandle;
export const meta = () => [{ title: pageTitle(_('No access')) }];

export function loader() {
  return data(null, { status: 403 });
}

export default function ForbiddenRoute() {
  return <ForbiddenPage />;
}

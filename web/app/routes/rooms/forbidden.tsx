import { data } from 'react-router';
import type { RouteHandle } from '../../api/route-handle.ts';
import { ForbiddenPage } from '../../layout/error-pages.tsx';

export const handle = { publicPage: { tags: () => [] } } satisfies RouteHandle;
export const meta = () => [{ title: 'No access · Marquee' }];

export function loader() {
  return data(null, { status: 403 });
}

export default function ForbiddenRoute() {
  return <ForbiddenPage />;
}

import type { RouteHandle } from '../../api/route-handle.ts';
import { notFound } from '../../api/viewer.ts';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';

export const handle = {
  publicPage: { tags: ({ festivalId }) => [`festival:${festivalId}`] },
} satisfies RouteHandle;
export const meta = () => [{ title: pageTitle(_('Festival Not Found')) }];

export function loader() {
  throw notFound(_('Festival Not Found'));
}

export default function FestivalRoute() {
  return null;
}

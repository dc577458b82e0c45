import type { RouteHandle } from '../../api/route-handle.ts';
import { notFound } from '../../api/viewer.ts';

export const handle = {
  publicPage: { tags: ({ festivalId }) => [`festival:${festivalId}`] },
} satisfies RouteHandle;
export const meta = () => [{ title: 'Festival Not Found · Marquee' }];

export function loader() {
  throw notFound('Festival Not Found');
}

export default function FestivalRoute() {
  return null;
}

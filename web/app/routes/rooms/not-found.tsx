import { notFound } from '../../api/viewer.ts';

export const meta = () => [{ title: 'Not found · Marquee' }];

export function loader() {
  throw notFound('');
}

export default function NotFoundRoute() {
  return null;
}

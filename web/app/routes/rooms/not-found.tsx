import { notFound } from '../../api/viewer.ts';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';

export const meta = () => [{ title: pageTitle(_('Not found')) }];

export function loader() {
  throw notFound('');
}

export default function NotFoundRoute() {
  return null;
}

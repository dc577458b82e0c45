import { FILM_LIST_MESSAGES } from '@marquee/rules/film-lists';
import { api } from '../../api/context.ts';
import { notFound } from '../../api/viewer.ts';
import { ListPage } from '../../features/lists/list-page.tsx';
import { wholeList } from '../../features/lists/list-view.ts';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/list';

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: pageTitle(loaderData?.list.title ?? _('Lists')) },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ params: { listId }, context }: Route.LoaderArgs) {
  const found = wholeList(await context.get(api).lists.getList({ listId }));
  if (!found) throw notFound(FILM_LIST_MESSAGES.notFound);
  return found;
}

export default function ListRoute({ loaderData }: Route.ComponentProps) {
  return <ListPage {...loaderData} />;
}

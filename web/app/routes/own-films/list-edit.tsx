import { FILM_LIST_MESSAGES } from '@marquee/rules/film-lists';
import { api } from '../../api/context.ts';
import { notFound, requireViewer } from '../../api/viewer.ts';
import { ListEditPage } from '../../features/lists/list-edit-page.tsx';
import { wholeList } from '../../features/lists/list-view.ts';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/list-edit';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Edit list')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { listId } = args.params;
  const found = wholeList(await args.context.get(api).lists.getList({ listId }));
  if (!found?.list.isOwn) throw notFound(FILM_LIST_MESSAGES.notFound);
  return found;
}

export default function ListEditRoute({ loaderData }: Route.ComponentProps) {
  return <ListEditPage key={loaderData.list.id} {...loaderData} />;
}

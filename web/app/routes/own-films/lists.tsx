import { api } from '../../api/context.ts';
import { requireViewer } from '../../api/viewer.ts';
import { listView } from '../../features/lists/list-view.ts';
import { ListsPage } from '../../features/lists/lists-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/lists';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Lists')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { lists } = await args.context.get(api).lists.listLists({});
  return { lists: lists.map(listView) };
}

export default function ListsRoute({ loaderData: { lists } }: Route.ComponentProps) {
  return <ListsPage lists={lists} />;
}

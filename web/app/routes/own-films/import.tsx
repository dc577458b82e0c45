import { api } from '../../api/context.ts';
import { requireViewer } from '../../api/viewer.ts';
import { ImportPage } from '../../features/own-films/import/import-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/import';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Import')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const listId = args.url.searchParams.get('list');
  if (!listId) return { list: undefined };
  const { list } = await args.context.get(api).lists.getList({ listId });
  return { list: list?.isOwn ? { id: list.id, title: list.title } : undefined };
}

export default function ImportRoute({ loaderData: { list } }: Route.ComponentProps) {
  return <ImportPage key={list?.id ?? ''} list={list} />;
}

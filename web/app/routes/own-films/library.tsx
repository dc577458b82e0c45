import { ListUnlockedFilmsResponseSchema } from '@marquee/contracts/film/v1/watch_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { notFound, requireViewer } from '../../api/viewer.ts';
import { LIBRARY_KINDS, LIBRARY_PAGE_SIZE, LibraryPage } from '../../features/own-films/library-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/library';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('My Library')) }];

const kindOf = (name: string | undefined) => LIBRARY_KINDS.find(({ kind }) => kind === (name ?? ''));

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const kind = kindOf(args.params.kind);
  if (!kind) throw notFound('This page does not exist.');
  const request = { projectType: kind.is, pageSize: LIBRARY_PAGE_SIZE };
  const page = await args.context.get(api).watch.listUnlockedFilms(request);
  return { page: packed(ListUnlockedFilmsResponseSchema, page), now: Date.now() };
}

export default function LibraryRoute({ loaderData: { page, now }, params }: Route.ComponentProps) {
  const list = usePacked(ListUnlockedFilmsResponseSchema, page);
  return <LibraryPage kind={kindOf(params.kind) ?? LIBRARY_KINDS[0]} page={list} now={now} />;
}

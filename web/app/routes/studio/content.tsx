import { ListMyFilmsResponseSchema } from '@marquee/contracts/film/v1/studio_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requirePro } from '../../api/viewer.ts';
import { contentRequest, contentView } from '../../features/studio/content-address.ts';
import { MyContent, PAGE_SIZE } from '../../features/studio/my-content.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/content.ts';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('My Content')) }];

export async function loader({ context, url }: Route.LoaderArgs) {
  requirePro({ context });
  const view = contentView(url.searchParams);
  const page = await context.get(api).studio.listMyFilms({ ...contentRequest(view), pageSize: PAGE_SIZE });
  return { view, page: packed(ListMyFilmsResponseSchema, page) };
}

export default function ContentRoute({ loaderData: { view, page } }: Route.ComponentProps) {
  const { films, nextCursor } = usePacked(ListMyFilmsResponseSchema, page);
  return <MyContent view={view} first={films} cursor={nextCursor} />;
}

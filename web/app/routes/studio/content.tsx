import { ListMyFilmsResponseSchema } from '@marquee/contracts/film/v1/studio_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requirePro } from '../../api/viewer.ts';
import { MyContent, PAGE_SIZE } from '../../features/studio/my-content.tsx';
import type { Route } from './+types/content.ts';

export const meta: Route.MetaFunction = () => [{ title: 'My Content · Marquee' }];

export async function loader({ context }: Route.LoaderArgs) {
  requirePro({ context });
  const page = await context.get(api).studio.listMyFilms({ pageSize: PAGE_SIZE });
  return { page: packed(ListMyFilmsResponseSchema, page) };
}

export default function ContentRoute({ loaderData }: Route.ComponentProps) {
  const { films, nextCursor } = usePacked(ListMyFilmsResponseSchema, loaderData.page);
  // A new first page starts the list again.
  return <MyContent key={nextCursor} first={films} cursor={nextCursor} />;
}

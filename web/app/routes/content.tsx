import { api } from '../api/context.ts';
import { requirePro } from '../api/viewer.ts';
import { MyContent, PAGE_SIZE } from '../features/studio/my-content.tsx';
import type { Route } from './+types/content.ts';

export const meta: Route.MetaFunction = () => [{ title: 'My Content · Marquee' }];

export async function loader({ context }: Route.LoaderArgs) {
  requirePro({ context });
  const { films, nextCursor } = await context.get(api).film.listMyFilms({ pageSize: PAGE_SIZE });
  return { films, nextCursor };
}

export default function ContentRoute({ loaderData }: Route.ComponentProps) {
  // A fresh first page starts the list anew.
  return <MyContent key={loaderData.nextCursor} first={loaderData.films} cursor={loaderData.nextCursor} />;
}

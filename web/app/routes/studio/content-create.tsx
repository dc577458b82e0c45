import { requirePro } from '../../api/viewer.ts';
import { CreateFilm } from '../../features/studio/create-film.tsx';
import type { Route } from './+types/content-create.ts';

export const meta: Route.MetaFunction = () => [{ title: 'New film · Marquee' }];

export function loader({ context }: Route.LoaderArgs) {
  requirePro({ context });
  return null;
}

export default function ContentCreateRoute() {
  return <CreateFilm />;
}

import { requirePro } from '../../api/viewer.ts';
import { CreateFilm } from '../../features/studio/create-film.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/content-create.ts';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('New film')) }];

export function loader({ context }: Route.LoaderArgs) {
  requirePro({ context });
  return null;
}

export default function ContentCreateRoute() {
  return <CreateFilm />;
}

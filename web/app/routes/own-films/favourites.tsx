import { api } from '../../api/context.ts';
import { requireViewer } from '../../api/viewer.ts';
import { cardView } from '../../features/feed/card-view.ts';
import { FavouritesPage } from '../../features/own-films/favourites-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/favourites';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Favourite films')) }];

export async function loader(args: Route.LoaderArgs) {
  const { accountId } = requireViewer(args);
  const { films } = await args.context.get(api).diary.listFavouriteFilms({ personId: accountId });
  return { films: films.map(cardView) };
}

export default function FavouritesRoute({ loaderData: { films } }: Route.ComponentProps) {
  return <FavouritesPage films={films} />;
}

import { type CrewEntry, StudioFilmSchema } from '@marquee/contracts/film/v1/film_pb';
import { type Api, api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requirePro } from '../../api/viewer.ts';
import { crewView } from '../../features/crew/crew-view.ts';
import { StudioCredits } from '../../features/crew/studio-credits.tsx';
import { FilmFrame } from '../../features/studio/film-frame.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/content-credits.ts';
import { ownFilm } from './own-film.ts';

const CREDITS_A_PAGE = 100;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: pageTitle(_('Credits · {film}', { film: loaderData?.title ?? _('Film') })) },
];

export async function loader({ context, params: { filmId } }: Route.LoaderArgs) {
  requirePro({ context });
  const { studio, catalogue } = context.get(api);
  const film = await ownFilm({ studio }, filmId);
  const { crew, byText } = await allCredits(catalogue, filmId);
  return { title: film.film?.filmTitle ?? '', entry: packed(StudioFilmSchema, film), crew: crew.map(crewView), byText };
}

/** All credits, because an order is of all of a department; a film has 500 at the most. */
async function allCredits(
  catalogue: Api['catalogue'],
  filmId: string,
): Promise<{ crew: CrewEntry[]; byText: boolean }> {
  const all: CrewEntry[] = [];
  let [cursor, byText] = ['', false];
  do {
    const page = await catalogue.listCrew({ filmId, pageSize: CREDITS_A_PAGE, cursor });
    all.push(...page.crew);
    byText = page.invitesByText;
    cursor = page.nextCursor;
  } while (cursor !== '');
  return { crew: all, byText };
}

export default function ContentCreditsRoute({ loaderData, params }: Route.ComponentProps) {
  const entry = usePacked(StudioFilmSchema, loaderData.entry);
  return (
    <FilmFrame entry={entry} hasPrimaryAction>
      <StudioCredits
        key={params.filmId}
        film={{ id: params.filmId, title: loaderData.title }}
        crew={loaderData.crew}
        byText={loaderData.byText}
      />
    </FilmFrame>
  );
}

import { type Client, Code, ConnectError } from '@connectrpc/connect';
import type { CatalogueService } from '@marquee/contracts/film/v1/catalogue_pb';
import type { Image } from '@marquee/contracts/film/v1/film_pb';
import type { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { countryName } from '@marquee/rules/countries';
import type { ShareContent } from './compose-picture.ts';

/** Of the picture within the picture. */
const WIDTH_MAX = 1280;

/** What a public page is about, at one version of it. */
export type SharedThing = {
  version: bigint;
  content: Omit<ShareContent, 'image'>;
  image?: { path: string; shape: NonNullable<ShareContent['image']>['shape'] } | undefined;
};

export type SharedThings = {
  catalogue: Pick<Client<typeof CatalogueService>, 'getFilm'>;
  people: Pick<Client<typeof PeopleService>, 'getProfile'>;
};

/** As the pages show it to a visitor; nothing for what a visitor cannot see. */
export async function sharedThing(
  { catalogue, people }: SharedThings,
  kind: ShareContent['kind'],
  id: string,
): Promise<SharedThing | undefined> {
  try {
    return kind === 'film' ? await sharedFilm(catalogue, id) : await sharedProfile(people, id);
  } catch (error) {
    const { code } = ConnectError.from(error);
    const unseen = [Code.NotFound, Code.InvalidArgument, Code.PermissionDenied, Code.FailedPrecondition];
    if (unseen.includes(code)) return undefined;
    throw error;
  }
}

async function sharedFilm(catalogue: SharedThings['catalogue'], filmId: string): Promise<SharedThing | undefined> {
  const { film } = await catalogue.getFilm({ filmId });
  if (!film) return undefined;
  const [still, poster] = [pathOf(film.trailerThumbnail), pathOf(film.poster)];
  const directors = film.directors.slice(0, 2).join(', ');
  return {
    version: film.version,
    content: {
      kind: 'film',
      title: film.filmTitle,
      line: [directors, film.releaseDate.slice(0, 4)].filter(Boolean).join(' · '),
    },
    image: still ? { path: still, shape: 'still' } : poster ? { path: poster, shape: 'poster' } : undefined,
  };
}

async function sharedProfile(people: SharedThings['people'], profileId: string): Promise<SharedThing | undefined> {
  const { profile } = await people.getProfile({ profileId });
  if (!profile) return undefined;
  const { firstName, lastName, talents, city, country, profilePicture } = profile;
  const place = [city, country && countryName(country)].filter(Boolean).join(', ');
  return {
    version: profile.version,
    content: {
      kind: 'profile',
      title: `${firstName} ${lastName}`.trim(),
      line: [talents.join(', '), place].filter(Boolean).join(' · '),
    },
    image: profilePicture ? { path: profilePicture, shape: 'portrait' } : undefined,
  };
}

function pathOf(image: Image | undefined): string | undefined {
  if (!image || image.widths.length === 0) return undefined;
  return `${image.uri}/${image.widths.findLast((width) => width <= WIDTH_MAX) ?? image.widths[0]}.jpg`;
}

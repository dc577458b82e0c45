import { TutorialAudience, TutorialService } from '@marquee/contracts/film/v1/tutorials_pb';
import { rpc } from '@marquee/service/rpc';
import { noInput, read } from '@marquee/service/use-case';
import { cardMessage } from '../films/film-message.ts';
import type { FilmResources } from '../resources.ts';
import { listTutorials } from './list-tutorials.ts';

export const tutorialsRpc = rpc<FilmResources>()(TutorialService, {
  listTutorials: read(noInput, listTutorials, (lists) => ({
    lists: lists.map(({ audience, films }) => ({
      audience: TutorialAudience[audience],
      films: films.map(cardMessage),
    })),
  })),
});

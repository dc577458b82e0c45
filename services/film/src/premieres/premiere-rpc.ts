import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { PremiereService } from '@marquee/contracts/film/v1/premiere_pb';
import { rpc } from '@marquee/service/rpc';
import { noInput, read, write, writeWithoutTransaction } from '@marquee/service/use-case';
import type { Film } from '../films/films.ts';
import { filmIdSchema, placed } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import { attendPremiere, attendSchema } from './attend-premiere.ts';
import { delayPremiere, delayPremiereSchema } from './delay-premiere.ts';
import { getPremiere } from './get-premiere.ts';
import { requireHost } from './premiere-host.ts';
import { attendanceMessage, premiereMessage, reactInput } from './premiere-message.ts';
import { signalPremiere } from './premiere-signals.ts';
import { reactSchema, reactToPremiere } from './react-to-premiere.ts';
import { stopPremiere } from './stop-premiere.ts';

const hosted = {
  before: requireHost,
  after: ({ signals }: FilmResources, film: Film | undefined) => {
    if (film) signalPremiere(signals, film);
  },
};

export const premiereRpc = rpc<FilmResources>()(PremiereService, {
  getPremiere: read(filmIdSchema, getPremiere, premiereMessage),
  getServerTime: read(
    noInput,
    async ({ clock }: FilmResources) => clock.now(),
    (now) => ({ now: timestampFromDate(now) }),
  ),
  attendPremiere: writeWithoutTransaction(attendSchema, attendPremiere, attendanceMessage, { from: placed }),
  reactToPremiere: writeWithoutTransaction(reactSchema, reactToPremiere, () => ({}), { from: reactInput }),
  delayPremiere: write(
    delayPremiereSchema,
    delayPremiere,
    ({ version, screeningStartTime }) => ({
      version,
      ...(screeningStartTime && { startsAt: timestampFromDate(screeningStartTime) }),
    }),
    hosted,
  ),
  stopPremiere: write(filmIdSchema, stopPremiere, ({ version }) => ({ version }), hosted),
});

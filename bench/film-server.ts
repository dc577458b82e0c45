// The server of `checkout`: film in a process of its own, with what other services it calls as stand-ins. The process that started
// it asks for films that cost money.
import { newId } from '@marquee/data/ids';
import { invariants } from '@marquee/film/invariants';
import { filmService } from '@marquee/film/testing/film-service';
import { ledgerInvariants } from '@marquee/ledger/invariants';
import { serveLoad } from './serve-load.ts';

/** What the bench asks for, and what it answers. */
export type FilmAsked = { film: { cents: number } };
export type FilmSaid = { filmId?: string };

const film = await filmService({ PAYMENT_PROVIDER: 'test' });
const { service, platform } = film;

async function answer({ film: { cents } }: FilmAsked): Promise<FilmSaid> {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  await maker.studio.updateFilm({ requestId: newId(), filmId, isFree: false, usdCost: BigInt(cents) });
  return { filmId };
}

serveLoad({
  ...{ service, platform, answer },
  invariants: [...ledgerInvariants, ...invariants.invariants],
  // What follows an order by itself is part of what it costs: the provider's events and the relay.
  left: `SELECT (SELECT count(*) FROM test_webhooks)::int
    + (SELECT count(*) FROM outbox WHERE published_at IS NULL)::int AS n`,
});

import { type ServiceResources, transact, type Write } from '@marquee/service/use-case';
import * as categories from '../calls/call-categories.ts';
import { callChanged } from '../calls/call-events.ts';
import * as calls from '../calls/calls.ts';
import { organizationChanged } from '../organizations/organization-events.ts';
import * as organizations from '../organizations/organizations.ts';
import * as blocks from '../programme/blocks.ts';
import * as events from '../programme/events.ts';
import * as films from '../programme/films.ts';
import { emitEventChanged } from '../programme/programme-events.ts';
import * as venues from '../programme/venues.ts';
import * as ticketTypes from '../tickets/ticket-types.ts';
import * as units from '../tickets/ticket-units.ts';

export type ImportedEvent = {
  id: string;
  name: string;
  description: string;
  startTime: Date;
  endTime: Date;
  timeZone: string;
  /** Virtual without one. */
  venueId?: string;
  /** What is sold; without any, tickets are not needed. Prices in minor units. */
  tickets?: { id: string; name: string; price: bigint; quantity: number; payWhatYouCan?: boolean }[];
  blocks: { id: string; name: string; films: { id: string; filmId: string; filmTitle: string }[] }[];
};

/** A call for submissions. Fees in minor units. */
export type ImportedCall = {
  id: string;
  title: string;
  description: string;
  projectTypes: string[];
  minutesMax: number;
  timeZone: string;
  earlyEndsAt: Date;
  regularEndsAt: Date;
  categories: { id: string; name: string; earlyFee: bigint; regularFee: bigint }[];
};

/** A festival as a catalogue of demo festivals gives it. */
export type ImportedFestival = {
  id: string;
  url: string;
  name: string;
  type: string;
  description: string;
  city: string;
  country: string;
  language: string;
  directorId: string;
  venue?: { id: string; name: string; address: string; timeZone: string; capacity: number };
  events: ImportedEvent[];
  call?: ImportedCall;
};

type ImportWrite = Write<ServiceResources>;

/**
 * Makes an active festival with its venue, events and blocks. Running it again adds what is missing, and gives events
 * that have ended their times of now, so that something is always about to begin, as a call that is over gets its deadlines.
 */
export async function importFestival(resources: ServiceResources, festival: ImportedFestival): Promise<void> {
  await transact<ServiceResources, void>(resources, async (write) => {
    await importOrganization(write, festival);
    for (const event of festival.events) await importEvent(write, festival, event);
    if (festival.call) await importCall(write, festival, festival.call);
  });
}

async function importOrganization(
  write: ImportWrite,
  { id, venue, events: _, call: _call, ...festival }: ImportedFestival,
) {
  const { tx, clock, emit } = write;
  if ((await tx.query('SELECT 1 FROM organizations WHERE id = $1', [id])).length > 0) return;
  const now = clock.now();
  const organization = await organizations.insert(tx, {
    ...{ id, ...festival, status: 'ACTIVE', state: '', createdBy: festival.directorId, createdAt: now },
  });
  const { city, country } = festival;
  if (venue) await venues.insert(tx, { ...venue, festivalId: id, city, country, createdAt: now });
  await emit(organizationChanged(organization));
}

async function importEvent(write: ImportWrite, { id: festivalId, directorId }: ImportedFestival, event: ImportedEvent) {
  const { tx, clock, emit } = write;
  const now = clock.now();
  const { id, name, description, startTime, endTime, timeZone, venueId = null, tickets = [] } = event;
  const known = (await tx.query('SELECT 1 FROM events WHERE id = $1', [id])).length > 0 && (await events.lock(tx, id));
  if (known) {
    if (known.endTime <= now)
      await emitEventChanged({ tx, emit }, await events.update(tx, id, { startTime, endTime, updatedAt: now }));
    return;
  }
  const inserted = await events.insert(tx, {
    ...{ id, festivalId, name, description, startTime, endTime, timeZone, venueId, status: 'PUBLISHED' },
    ...{ eventVirtual: venueId === null, sellingTickets: tickets.length > 0, capacity: venueId === null ? null : 90 },
    ...{ createdBy: directorId, createdAt: now, preRollVideoUri: '', preRollDuration: 0 },
  });
  for (const block of event.blocks) {
    await blocks.insert(tx, { id: block.id, eventId: id, name: block.name });
    for (const film of block.films) {
      const facts = { poster: null, runningTime: 0, visible: true, version: 0n, directors: [] };
      await films.keep(tx, { id: film.filmId, filmTitle: film.filmTitle, ...facts });
      // Film says the rest.
      await films.markStale(tx, film.filmId, 1n, now);
      await blocks.insertFilm(tx, { id: film.id, blockId: block.id, filmId: film.filmId });
    }
  }
  for (const { payWhatYouCan = false, ...type } of tickets) {
    await ticketTypes.insert(tx, {
      ...{ ...type, festivalId, eventIds: [id], payWhatYouCan, limitPerCustomer: 4, saleStart: null, saleEnd: null },
      ...{ refundHours: 2, createdBy: directorId, createdAt: now },
    });
    await units.add(tx, type.id, type.quantity);
  }
  await emitEventChanged({ tx, emit }, inserted);
}

async function importCall({ tx, clock, emit }: ImportWrite, festival: ImportedFestival, call: ImportedCall) {
  const { categories: kinds, earlyEndsAt, regularEndsAt, ...fields } = call;
  const now = clock.now();
  const [known] = await tx.query<{ regularEndsAt: Date }>(
    'SELECT regular_ends_at FROM calls WHERE id = $1 FOR UPDATE',
    [call.id],
  );
  if (known && known.regularEndsAt > now) return;
  if (known) await calls.update(tx, call.id, { earlyEndsAt, regularEndsAt, updatedAt: now });
  else {
    await calls.insert(tx, {
      ...{ ...fields, festivalId: festival.id, state: 'OPEN', countries: [], questions: [], lateEndsAt: null },
      ...{ earlyEndsAt, regularEndsAt, createdBy: festival.directorId, createdAt: now },
    });
    for (const [position, category] of kinds.entries()) {
      const fees = { lateFee: category.regularFee, studentFee: null };
      await categories.insert(tx, { ...category, ...fees, callId: call.id, position });
    }
  }
  await emit(callChanged(await calls.get(tx, call.id)));
}

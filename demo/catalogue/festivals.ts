import type { ImportedCall, ImportedEvent, ImportedFestival } from '@marquee/festival/seed/import-festival';
import { localTime, momentAt } from '@marquee/rules/zoned-times';
import { seedId } from '../seed-id.ts';
import { films } from './catalogue.ts';
import { personId } from './people.ts';
import { soonAfter } from './soon.ts';

type BlockData = { name: string; films: readonly string[] };
/** Prices in minor units. */
type TicketData = { name: string; price: bigint; quantity: number; payWhatYouCan?: boolean };
type EventData = {
  key: string;
  name: string;
  description: string;
  /** Days from today, and the clock there; without them, about to begin. */
  on?: { days: number; at: string };
  minutes: number;
  isVirtual?: boolean;
  tickets?: readonly TicketData[];
  blocks: readonly BlockData[];
};
/** Days from today until its deadlines, and fees in minor units. */
type CallData = Pick<ImportedCall, 'title' | 'description' | 'projectTypes' | 'minutesMax'> & {
  days: { early: number; regular: number };
  categories: readonly { name: string; earlyFee: bigint; regularFee: bigint }[];
};
type FestivalData = Omit<ImportedFestival, 'id' | 'directorId' | 'venue' | 'events' | 'call'> & {
  director: string;
  timeZone: string;
  venue?: { name: string; address: string; capacity: number };
  events: readonly EventData[];
  call?: CallData;
};

const FESTIVALS: Record<string, FestivalData> = {
  foz: {
    ...{ url: 'foz', name: 'Foz Film Festival', type: 'FILM_FESTIVAL', director: 'ines' },
    description: 'A week of films where the river ends, for people who like to stay for the conversation.',
    ...{ city: 'Porto', country: 'PT', language: 'pt', timeZone: 'Europe/Lisbon' },
    venue: { name: 'Cinema Farol', address: 'Rua do Passeio Alegre 12', capacity: 90 },
    call: {
      title: 'Films for the next week at the river',
      description: 'Shorts and features that have not been shown in Porto. We watch every film to its end.',
      ...{ projectTypes: ['SHORT', 'FEATURE'], minutesMax: 180, days: { early: 20, regular: 45 } },
      categories: [
        { name: 'Shorts', earlyFee: 1_000n, regularFee: 1_500n },
        { name: 'Features', earlyFee: 2_000n, regularFee: 3_000n },
      ],
    },
    events: [
      {
        ...{ key: 'lobby', name: 'Open lobby', minutes: 90, isVirtual: true },
        description: 'A short programme that begins again and again, for whoever is here now.',
        blocks: [{ name: 'Shorts', films: ['low-tide', 'kiosk', 'two-chairs-one-window'] }],
      },
      {
        ...{ key: 'premiere', name: 'Premiere: The Understudy', minutes: 120, isVirtual: true },
        description: 'Everybody sees the first picture in the same moment. The lobby opens before.',
        blocks: [{ name: 'Premiere', films: ['the-understudy'] }],
      },
      {
        ...{ key: 'opening', name: 'Opening night', on: { days: 1, at: '20:00' }, minutes: 200 },
        description: 'Two blocks and a glass of wine in between.',
        tickets: [
          { name: 'Full price', price: 900n, quantity: 60 },
          { name: 'Pay what you can', price: 300n, quantity: 20, payWhatYouCan: true },
        ],
        blocks: [
          { name: 'Harbour shorts', films: ['paper-lighthouse', 'tuesdays-with-the-sea', 'last-ferry'] },
          { name: 'Feature', films: ['where-swallows-winter'] },
        ],
      },
      {
        ...{ key: 'late', name: 'Late screening', on: { days: 2, at: '23:15' }, minutes: 110 },
        description: 'For those who do not sleep anyway.',
        tickets: [{ name: 'Full price', price: 600n, quantity: 80 }],
        blocks: [{ name: 'After midnight', films: ['hotel-minuit', 'static-bloom'] }],
      },
    ],
  },
  nightbus: {
    ...{ url: 'night-bus', name: 'Night Bus Film Club', type: 'MEDIA_CLUB', director: 'tomasz' },
    description: 'Animated and experimental shorts, once a week, from wherever you are.',
    ...{ city: 'Łódź', country: 'PL', language: 'pl', timeZone: 'Europe/Warsaw' },
    events: [
      {
        ...{ key: 'club', name: 'Club evening', on: { days: 3, at: '19:30' }, minutes: 90, isVirtual: true },
        description: 'Three films and a talk with who made them.',
        tickets: [{ name: 'Members and friends', price: 0n, quantity: 200 }],
        blocks: [{ name: 'Tonight', films: ['night-bus-to-vilnius', 'soft-machines', 'orbit-of-small-things'] }],
      },
    ],
  },
};

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

function startOf({ on }: EventData, timeZone: string, now: Date): Date {
  const soon = soonAfter(now);
  if (!on) return soon;
  const today = Date.parse(`${localTime(now, timeZone).slice(0, 10)}T00:00:00Z`);
  const day = new Date(today + on.days * DAY_MS).toISOString().slice(0, 10);
  return momentAt(`${day}T${on.at}`, timeZone) ?? soon;
}

const titleOf = (key: string) => films.find((film) => film.key === key)?.title ?? '';

function importedEvent(festival: string, data: FestivalData, event: EventData, now: Date): ImportedEvent {
  const { key, name, description, minutes, isVirtual, tickets = [] } = event;
  const at = `${festival}/${key}`;
  const startTime = startOf(event, data.timeZone, now);
  return {
    ...{ id: seedId('event', at), name, description, startTime, timeZone: data.timeZone },
    endTime: new Date(startTime.getTime() + minutes * MINUTE_MS),
    ...(!isVirtual && data.venue && { venueId: seedId('venue', festival) }),
    tickets: tickets.map((type) => ({ id: seedId('ticket type', `${at}/${type.name}`), ...type })),
    blocks: event.blocks.map((block) => ({
      ...{ id: seedId('block', `${at}/${block.name}`), name: block.name },
      films: block.films.map((film) => ({
        id: seedId('block film', `${at}/${block.name}/${film}`),
        ...{ filmId: seedId('film', film), filmTitle: titleOf(film) },
      })),
    })),
  };
}

function importedCall(festival: string, { timeZone }: FestivalData, call: CallData, now: Date): ImportedCall {
  const { days, categories, ...fields } = call;
  const inDays = (count: number) => new Date(now.getTime() + count * DAY_MS);
  return {
    ...{ id: seedId('call', festival), ...fields, timeZone },
    ...{ earlyEndsAt: inDays(days.early), regularEndsAt: inDays(days.regular) },
    categories: categories.map((category) => ({ id: seedId('category', `${festival}/${category.name}`), ...category })),
  };
}

/** The demo festivals; their events are in the days after `now`, and one is about to begin. */
export function festivals(now: Date): ImportedFestival[] {
  return Object.entries(FESTIVALS).map(([key, data]) => {
    const { director, timeZone, venue, events, call, ...fields } = data;
    return {
      ...{ id: seedId('festival', key), ...fields, directorId: personId(director) },
      ...(venue && { venue: { id: seedId('venue', key), timeZone, ...venue } }),
      events: events.map((event) => importedEvent(key, data, event, now)),
      ...(call && { call: importedCall(key, data, call, now) }),
    };
  });
}

import type { EventView } from '../event-view.ts';

/** An evening in Lisbon, in winter. */
export const anEvent = (more: Partial<EventView> = {}): EventView => ({
  ...{ id: 'event', festivalId: 'festival', festivalName: 'Lumen', festivalPath: '/festivals/lumen' },
  ...{ name: 'Opening night', description: 'Two films.', status: 'PUBLISHED', isVirtual: false },
  ...{ sellingTickets: false, startTime: '2026-12-01T20:00:00.000Z', endTime: '2026-12-01T22:00:00.000Z' },
  ...{ timeZone: 'Europe/Lisbon', capacity: 120, preRollVideoUri: '', preRollDuration: 0, version: '1' },
  venue: {
    ...{ id: 'venue', name: 'Lumen Hall', address: 'Rua da Luz 1', city: 'Lisbon', country: 'PT' },
    ...{ timeZone: 'Europe/Lisbon', capacity: 120 },
  },
  poster: undefined,
  blocks: [],
  awards: [],
  ...more,
});

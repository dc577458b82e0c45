import { ProgrammeDeskService, ProgrammeService } from '@marquee/contracts/festival/v1/programme_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import { festivalIdSchema } from '../organizations/get-organization.ts';
import type { FestivalResources } from '../resources.ts';
import { cancelEvent } from './cancel-event.ts';
import { createEvent, createEventSchema } from './create-event.ts';
import { deleteEvent } from './delete-event.ts';
import { deleteVenue, deleteVenueSchema } from './delete-venue.ts';
import { eventAnswer, eventMessage, eventsMessage, timesDated, venueMessage } from './event-message.ts';
import { eventIdSchema, getEvent } from './get-event.ts';
import { listEvents, listEventsSchema } from './list-events.ts';
import { listFestivalEvents, listFestivalEventsSchema } from './list-festival-events.ts';
import { listVenues } from './list-venues.ts';
import { publishEvent } from './publish-event.ts';
import { saveVenue, saveVenueSchema } from './save-venue.ts';
import { updateEvent, updateEventSchema } from './update-event.ts';

export const programmeRpc = rpc<FestivalResources>()(ProgrammeService, {
  listEvents: read(listEventsSchema, listEvents, eventsMessage),
  getEvent: read(eventIdSchema, getEvent, ({ event, canManage }) => ({ event: eventMessage(event), canManage })),
});

export const programmeDeskRpc = rpc<FestivalResources>()(ProgrammeDeskService, {
  listFestivalEvents: read(listFestivalEventsSchema, listFestivalEvents, eventsMessage),
  createEvent: write(createEventSchema, createEvent, eventAnswer, { from: timesDated }),
  updateEvent: write(updateEventSchema, updateEvent, eventAnswer, { from: timesDated }),
  publishEvent: write(eventIdSchema, publishEvent, eventAnswer),
  cancelEvent: write(eventIdSchema, cancelEvent, eventAnswer),
  deleteEvent: write(eventIdSchema, deleteEvent),
  listVenues: read(festivalIdSchema, listVenues, (rows) => ({ venues: rows.map(venueMessage) })),
  saveVenue: write(saveVenueSchema, saveVenue, (row) => ({ venue: venueMessage(row) })),
  deleteVenue: write(deleteVenueSchema, deleteVenue),
});

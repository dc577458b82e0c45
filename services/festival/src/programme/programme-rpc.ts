import { ProgrammeDeskService, ProgrammeService } from '@marquee/contracts/festival/v1/programme_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import { festivalIdSchema } from '../organizations/get-organization.ts';
import type { FestivalResources } from '../resources.ts';
import { arrangeBlocks, arrangeBlocksSchema } from './arrange-blocks.ts';
import { cancelEvent } from './cancel-event.ts';
import { chosenFilm } from './chosen-film.ts';
import { createEvent, createEventSchema } from './create-event.ts';
import { deleteBlock, deleteBlockSchema } from './delete-block.ts';
import { deleteBlockFilm, deleteBlockFilmSchema } from './delete-block-film.ts';
import { deleteEvent } from './delete-event.ts';
import { deleteEventAward, deleteEventAwardSchema } from './delete-event-award.ts';
import { deleteVenue, deleteVenueSchema } from './delete-venue.ts';
import { deskAnswer, eventsMessage, pageMessage, timesDated, venueMessage } from './event-message.ts';
import { eventIdSchema, getEvent } from './get-event.ts';
import { listEvents, listEventsSchema } from './list-events.ts';
import { listFestivalEvents, listFestivalEventsSchema } from './list-festival-events.ts';
import { listFilmEvents, listFilmEventsSchema } from './list-film-events.ts';
import { listMyFilmEvents, listMyFilmEventsSchema } from './list-my-film-events.ts';
import { listMySchedule, listMyScheduleSchema } from './list-my-schedule.ts';
import { listUpcomingEvents, listUpcomingEventsSchema } from './list-upcoming-events.ts';
import { listVenues } from './list-venues.ts';
import { publishEvent } from './publish-event.ts';
import { saveBlock, saveBlockSchema } from './save-block.ts';
import { saveBlockFilm, saveBlockFilmSchema } from './save-block-film.ts';
import { saveEventAward, saveEventAwardSchema } from './save-event-award.ts';
import { saveVenue, saveVenueSchema } from './save-venue.ts';
import { starEvent, starEventSchema } from './star-event.ts';
import { updateEvent, updateEventSchema } from './update-event.ts';

export const programmeRpc = rpc<FestivalResources>()(ProgrammeService, {
  listEvents: read(listEventsSchema, listEvents, eventsMessage),
  listUpcomingEvents: read(listUpcomingEventsSchema, listUpcomingEvents, eventsMessage),
  getEvent: read(eventIdSchema, getEvent, (page) => ({
    event: pageMessage(page, page.canManage),
    canManage: page.canManage,
  })),
  listMySchedule: read(listMyScheduleSchema, listMySchedule, eventsMessage),
  listMyFilmEvents: read(listMyFilmEventsSchema, listMyFilmEvents, ({ pages, nextCursor }) => ({
    events: pages.map((page) => pageMessage(page, true)),
    nextCursor,
  })),
  starEvent: write(starEventSchema, starEvent, undefined, { runsBesideOthers: true }),
});

export const programmeDeskRpc = rpc<FestivalResources>()(ProgrammeDeskService, {
  listFestivalEvents: read(listFestivalEventsSchema, listFestivalEvents, eventsMessage),
  createEvent: write(createEventSchema, createEvent, deskAnswer, { from: timesDated }),
  updateEvent: write(updateEventSchema, updateEvent, deskAnswer, { from: timesDated }),
  publishEvent: write(eventIdSchema, publishEvent, deskAnswer),
  cancelEvent: write(eventIdSchema, cancelEvent, deskAnswer),
  deleteEvent: write(eventIdSchema, deleteEvent),
  saveBlock: write(saveBlockSchema, saveBlock, deskAnswer),
  deleteBlock: write(deleteBlockSchema, deleteBlock, deskAnswer),
  arrangeBlocks: write(arrangeBlocksSchema, arrangeBlocks, deskAnswer),
  saveBlockFilm: write(saveBlockFilmSchema, saveBlockFilm, deskAnswer, { before: chosenFilm }),
  deleteBlockFilm: write(deleteBlockFilmSchema, deleteBlockFilm, deskAnswer),
  saveEventAward: write(saveEventAwardSchema, saveEventAward, deskAnswer),
  deleteEventAward: write(deleteEventAwardSchema, deleteEventAward, deskAnswer),
  listFilmEvents: read(listFilmEventsSchema, listFilmEvents, (pages) => ({
    events: pages.map((page) => pageMessage(page, true)),
  })),
  listVenues: read(festivalIdSchema, listVenues, (rows) => ({ venues: rows.map(venueMessage) })),
  saveVenue: write(saveVenueSchema, saveVenue, (row) => ({ venue: venueMessage(row) })),
  deleteVenue: write(deleteVenueSchema, deleteVenue),
});

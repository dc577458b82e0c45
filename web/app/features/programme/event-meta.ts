import { pageMeta, pageTitle, pictureAddress } from '../../layout/page-meta.ts';
import { type EventView, eventPath } from './event-view.ts';

/** What search engines and shared links learn about an event [PRO-19]. */
export function eventMeta(event: EventView, publicUrl: string) {
  return pageMeta({
    title: pageTitle(event.name),
    description: event.description || event.festivalName,
    ...{ publicUrl, path: eventPath(event), picture: event.poster },
    about: { '@context': 'https://schema.org', ...aboutEvent(event, publicUrl) },
  });
}

/** An event in the words of schema.org. */
export function aboutEvent(event: EventView, publicUrl: string) {
  const { name, description, poster, status, startTime, endTime, festivalName, festivalPath } = event;
  const attendance = isOnline(event) ? 'OnlineEventAttendanceMode' : 'OfflineEventAttendanceMode';
  const url = new URL(eventPath(event), publicUrl).href;
  return {
    ...{ '@type': 'Event', name, url },
    ...(description ? { description } : {}),
    ...(startTime ? { startDate: startTime } : {}),
    ...(endTime ? { endDate: endTime } : {}),
    eventStatus: `https://schema.org/${status === 'CANCELLED' ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: `https://schema.org/${attendance}`,
    location: locationOf(event, url),
    ...(poster ? { image: pictureAddress(poster, publicUrl) } : {}),
    organizer: { '@type': 'Organization', name: festivalName, url: new URL(festivalPath, publicUrl).href },
  };
}

const isOnline = ({ isVirtual, venue }: EventView) => isVirtual || !venue;

function locationOf({ isVirtual, venue }: EventView, url: string) {
  if (isVirtual || !venue) return { '@type': 'VirtualLocation', url };
  const { name, address, city, country } = venue;
  return {
    ...{ '@type': 'Place', name },
    address: {
      '@type': 'PostalAddress',
      ...(address ? { streetAddress: address } : {}),
      ...(city ? { addressLocality: city } : {}),
      ...(country ? { addressCountry: country } : {}),
    },
  };
}

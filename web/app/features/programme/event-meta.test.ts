import { create } from '@bufbuild/protobuf';
import { OrganizationSchema } from '@marquee/contracts/festival/v1/organization_pb';
import { anImage } from '@marquee/testing/contract-messages';
import { pictureOf } from '../../ui/picture-of.ts';
import { festivalMeta } from '../organizations/festival-meta.ts';
import { organizationView } from '../organizations/organization-view.ts';
import { eventMeta } from './event-meta.ts';
import { anEvent } from './testing/an-event.ts';

const SITE = 'https://marquee.example';
type Tag = Record<string, unknown>;
const content = (tags: Tag[], name: string) => tags.find((tag) => tag.name === name || tag.property === name)?.content;
const about = (tags: Tag[]) => tags.find((tag) => 'script:ld+json' in tag)?.['script:ld+json'] as Tag;

test('a shared event shows its name and picture, and machines read an Event with its time and place [PRO-19:event]', () => {
  const poster = pictureOf(anImage({ uri: '/images/poster', widths: [800] }));
  const tags = eventMeta(anEvent({ poster }), SITE) as Tag[];
  expect(content(tags, 'og:title')).toBe('Opening night · Marquee');
  expect(content(tags, 'og:url')).toBe(`${SITE}/events/event`);
  expect(content(tags, 'og:image')).toBe(`${SITE}/images/poster/800.jpg`);
  expect(content(tags, 'twitter:card')).toBe('summary_large_image');
  expect(about(tags)).toEqual({
    ...{ '@context': 'https://schema.org', '@type': 'Event', name: 'Opening night', url: `${SITE}/events/event` },
    ...{ description: 'Two films.', startDate: '2026-12-01T20:00:00.000Z', endDate: '2026-12-01T22:00:00.000Z' },
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      ...{ '@type': 'Place', name: 'Lumen Hall' },
      address: {
        ...{ '@type': 'PostalAddress', streetAddress: 'Rua da Luz 1', addressLocality: 'Lisbon', addressCountry: 'PT' },
      },
    },
    image: `${SITE}/images/poster/800.jpg`,
    organizer: { '@type': 'Organization', name: 'Lumen', url: `${SITE}/festivals/lumen` },
  });
});

test('a cancelled event without a venue is online and says that it is cancelled [PRO-19:event]', () => {
  const tags = eventMeta(anEvent({ isVirtual: true, status: 'CANCELLED', description: '' }), SITE) as Tag[];
  expect(content(tags, 'description')).toBe('Lumen');
  expect(about(tags)).toMatchObject({
    eventStatus: 'https://schema.org/EventCancelled',
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url: `${SITE}/events/event` },
  });
});

test('the page of a festival describes its events as well [PRO-19:festival]', () => {
  const festival = organizationView(create(OrganizationSchema, { id: 'f1', name: 'Lumen', url: 'lumen' }));
  const tags = festivalMeta(festival, [anEvent()], SITE) as Tag[];
  expect(content(tags, 'og:title')).toBe('Lumen · Marquee');
  expect(content(tags, 'og:url')).toBe(`${SITE}/festivals/lumen`);
  expect(content(tags, 'twitter:card')).toBe('summary');
  expect(about(tags)).toMatchObject({
    ...{ '@type': 'Organization', name: 'Lumen' },
    event: [{ '@type': 'Event', name: 'Opening night', url: `${SITE}/events/event` }],
  });
  expect(about(festivalMeta(festival, [], SITE) as Tag[])).not.toHaveProperty('event');
});

import {
  CreditClaimDecidedSchema,
  FilmApprovedSchema,
  FilmCreatedSchema,
  FilmEditedSchema,
  FilmPublishedSchema,
  FilmRatedSchema,
  FilmReleasedSchema,
  FilmRemovedSchema,
  FilmUnpublishedSchema,
  FilmViewedSchema,
} from '@marquee/contracts/events/v1/film_pb';
import {
  AccountReinstatedSchema,
  AccountSuspendedSchema,
  ProfileChangedSchema,
} from '@marquee/contracts/events/v1/identity_pb';
import { newId } from '@marquee/data/ids';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { publishEvent } from '@marquee/testing/publish-event';
import { testBus } from '@marquee/testing/test-platform';
import { followPageTags } from './page-tags.ts';

const occurredAt = new Date('2026-11-20T12:00:00Z');
const DROPPING = [
  FilmPublishedSchema,
  FilmUnpublishedSchema,
  FilmEditedSchema,
  FilmApprovedSchema,
  FilmReleasedSchema,
  FilmRemovedSchema,
];

test('publish, unpublish, edit, approval, release and removal each drop the pages of the film and the feed', async () => {
  const bus = await testBus();
  const dropped: string[][] = [];
  const tail = await followPageTags(bus, (tags) => dropped.push(tags));
  atEnd(() => tail.close());

  // One key keeps the events in order, so that an event that wrongly drops pages would be counted.
  const aggregateId = newId();
  for (const schema of [FilmCreatedSchema, FilmRatedSchema, FilmViewedSchema]) {
    await publishEvent(bus, schema, { filmId: aggregateId }, { aggregateId, occurredAt });
  }
  for (const [index, schema] of DROPPING.entries()) {
    await publishEvent(bus, schema, { filmId: aggregateId }, { aggregateId, occurredAt });
    await eventually(() => dropped.length === index + 1);
  }
  expect(dropped).toEqual(DROPPING.map(() => [`film:${aggregateId}`, 'feed']));
  // Whose a credit is stands on the film's page alone.
  await publishEvent(bus, CreditClaimDecidedSchema, { filmId: aggregateId }, { aggregateId, occurredAt });
  await eventually(() => dropped.length > DROPPING.length);
  expect(dropped.at(-1)).toEqual([`film:${aggregateId}`]);
});

test('a changed profile, a suspension and its end each drop the page of the person', async () => {
  const bus = await testBus();
  const dropped: string[][] = [];
  const tail = await followPageTags(bus, (tags) => dropped.push(tags));
  atEnd(() => tail.close());

  const aggregateId = newId();
  const about = { aggregateId, occurredAt };
  await publishEvent(bus, ProfileChangedSchema, { person: { id: aggregateId } }, about);
  await publishEvent(bus, AccountSuspendedSchema, { accountId: aggregateId }, about);
  await publishEvent(bus, AccountReinstatedSchema, { accountId: aggregateId }, about);
  await eventually(() => dropped.length === 3);
  expect(dropped).toEqual(Array(3).fill([`profile:${aggregateId}`]));
});

import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { EventChangedSchema, FestivalAwardsChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { FilmEditedSchema, FilmRemovedSchema } from '@marquee/contracts/events/v1/film_pb';
import { newId } from '@marquee/data/ids';
import { PROGRAMME_LIMITS } from '@marquee/rules/programme';
import { eventually } from '@marquee/testing/eventually';
import { publishEvent } from '@marquee/testing/publish-event';
import { viewers } from '@marquee/testing/viewers';
import { type FestivalUnderTest, festivalService } from '../testing/festival-service.ts';
import * as blocks from './blocks.ts';
import * as films from './films.ts';

let festival: FestivalUnderTest;
beforeAll(async () => {
  festival = await festivalService();
});

type Caller = ReturnType<FestivalUnderTest['viewer']>;

/** An event with one block, and what its director does with films in it. */
async function evening() {
  const { id: festivalId, director } = await festival.organization();
  const { event } = await director.desk.createEvent({
    ...{ requestId: newId(), festivalId, name: 'Opening night', eventVirtual: true, timeZone: 'Europe/Lisbon' },
    startTime: timestampFromDate(new Date('2026-12-31T23:30:00Z')),
    endTime: timestampFromDate(new Date('2027-01-01T01:30:00Z')),
  });
  const eventId = event?.id ?? '';
  const addBlock = async (name: string) => {
    const saved = await director.desk.saveBlock({ requestId: newId(), eventId, name });
    return saved.event?.blocks.at(-1)?.id ?? '';
  };
  const blockId = await addBlock('Shorts');
  const put = async (filmId: string, { by = director as Caller, blockFilmId = '' } = {}) =>
    (await by.desk.saveBlockFilm({ requestId: newId(), eventId, blockId, blockFilmId, filmId })).event;
  const publish = () => director.desk.publishEvent({ requestId: newId(), eventId });
  const seenBy = async (caller: Pick<Caller, 'programme'>) => (await caller.programme.getEvent({ eventId })).event;
  const titles = async (caller: Pick<Caller, 'programme'>) =>
    (await seenBy(caller))?.blocks.map(({ name, films }) => [name, ...films.map(({ filmTitle }) => filmTitle)]);
  const filmOf = (filmTitle: string, more: object = {}, maker: Caller = director) =>
    festival.film({ filmTitle, makerId: maker.viewer.accountId, ...more });
  /** Waits until film was asked for it in vain. */
  const askedFor = (filmId: string) =>
    eventually(async () => {
      const text = 'SELECT stale_since, directors FROM films WHERE id = $1';
      const inAMinute = new Date(festival.clock.now().getTime() + 60_000);
      expect(await festival.db.query(text, [filmId])).toEqual([{ staleSince: inAMinute, directors: null }]);
    });
  const saidOf = async () =>
    (await festival.published(EventChangedSchema)).filter((change) => change.eventId === eventId).length;
  return { festivalId, eventId, director, blockId, addBlock, put, publish, seenBy, titles, filmOf, askedFor, saidOf };
}

test('films stand in blocks in order; one is added, replaced and taken out [FES-03] [FES-04] [ENT-03]', async () => {
  const { eventId, director, addBlock, put, publish, titles, filmOf } = await evening();
  await publish();
  await addBlock('Features');
  await put(filmOf('Night Ferry'));
  const event = await put(filmOf('Salt'));
  const place = event?.blocks[0]?.films[0]?.id ?? '';
  expect(await titles(festival.visitor())).toEqual([['Shorts', 'Night Ferry', 'Salt'], ['Features']]);
  await put(filmOf('Tin Roof'), { blockFilmId: place });
  expect(await titles(festival.visitor())).toEqual([['Shorts', 'Tin Roof', 'Salt'], ['Features']]);
  await director.desk.deleteBlockFilm({ requestId: newId(), eventId, blockFilmId: place });
  await expect(
    director.desk.deleteBlockFilm({ requestId: newId(), eventId, blockFilmId: place }),
  ).rejects.toMatchObject({ reason: 'BLOCK_FILM_NOT_FOUND' });
  expect(await titles(festival.visitor())).toEqual([['Shorts', 'Salt'], ['Features']]);
});

test('a film has to be chosen, from one’s own films; ADMIN chooses any [FES-04]', async () => {
  const { put, filmOf } = await evening();
  await expect(put('')).rejects.toMatchObject({
    ...{ reason: 'INVALID_INPUT', fields: [{ field: 'filmId', message: 'Please select a film' }] },
  });
  await expect(put(newId())).rejects.toMatchObject({ code: Code.NotFound, reason: 'FILM_NOT_FOUND' });
  const theirs = filmOf('Not Mine', {}, festival.viewer());
  await expect(put(theirs)).rejects.toMatchObject({ code: Code.PermissionDenied, reason: 'FILM_NOT_YOURS' });
  expect((await put(theirs, { by: festival.staff({ roles: ['ADMIN'] }) }))?.blocks[0]?.films).toHaveLength(1);
  const own = filmOf('Mine');
  const placed = (await put(own))?.blocks[0]?.films.at(-1)?.id ?? '';
  await expect(put(own)).rejects.toMatchObject({ reason: 'FILM_IN_BLOCK' });
  // In its own place it is already.
  expect((await put(own, { blockFilmId: placed }))?.blocks[0]?.films).toHaveLength(2);
});

test('a change of a film reaches the programme, and drops its pages [FES-03:copies]', async () => {
  const { eventId, put, publish, seenBy, filmOf } = await evening();
  await publish();
  const filmId = filmOf('Working Title');
  await put(filmId);
  const before = (await festival.published(EventChangedSchema)).length;
  const says = (schema: typeof FilmEditedSchema | typeof FilmRemovedSchema, aggregateVersion: bigint) =>
    publishEvent(
      festival.platform.bus,
      schema as typeof FilmEditedSchema,
      { filmId },
      { aggregateId: filmId, aggregateVersion, occurredAt: festival.clock.now() },
    );
  const directors = ['Ana Souto', 'Bo Lind'];
  festival.film({ id: filmId, filmTitle: 'Night Ferry', visible: true, version: 2n, directors });
  await says(FilmEditedSchema, 2n);
  await eventually(async () => {
    expect((await seenBy(festival.visitor()))?.blocks[0]?.films[0]).toMatchObject({
      ...{ filmId, filmTitle: 'Night Ferry', directors },
    });
  });
  const changes = (await festival.published(EventChangedSchema)).slice(before);
  expect(changes.map((change) => change.eventId)).toContain(eventId);
  festival.removeFilm(filmId);
  await says(FilmRemovedSchema, 3n);
  await eventually(async () => {
    expect((await seenBy(festival.visitor()))?.blocks[0]?.films[0]).toMatchObject({
      ...{ filmId: '', filmTitle: '', directors: [] },
    });
  });
});

test('a film that was kept before its directors were is asked for again', async () => {
  const { put, publish, seenBy, filmOf } = await evening();
  await publish();
  const filmId = filmOf('Night Ferry', { directors: ['Ana Souto'] });
  await put(filmId);
  await festival.db.query('UPDATE films SET directors = NULL WHERE id = $1', [filmId]);
  await eventually(async () => {
    expect((await seenBy(festival.visitor()))?.blocks[0]?.films[0]).toMatchObject({ directors: ['Ana Souto'] });
  });
});

test('a film whose directors film does not name yet is asked for again each minute, and is no news until it changes', async () => {
  const { put, publish, seenBy, filmOf, askedFor, saidOf } = await evening();
  await publish();
  const filmId = filmOf('Night Ferry', { directors: undefined });
  await put(filmId);
  const before = await saidOf();
  await askedFor(filmId);
  expect(await saidOf()).toBe(before);
  festival.film({ id: filmId, directors: ['Ana Souto'] });
  festival.clock.advance(60_000);
  await eventually(async () => {
    expect((await seenBy(festival.visitor()))?.blocks[0]?.films[0]).toMatchObject({ directors: ['Ana Souto'] });
  });
  expect(await saidOf()).toBe(before + 1);
});

test('a film of which something newer is known than film says is asked for again each minute, and is no news', async () => {
  const { put, publish, filmOf, askedFor, saidOf } = await evening();
  await publish();
  const filmId = filmOf('Night Ferry', { directors: ['Ana Souto'] });
  await put(filmId);
  const before = await saidOf();
  await festival.db.query('UPDATE films SET directors = NULL, version = 9 WHERE id = $1', [filmId]);
  await askedFor(filmId);
  expect(await saidOf()).toBe(before);
  festival.film({ id: filmId, version: 9n });
  festival.clock.advance(60_000);
  await eventually(async () => expect(await saidOf()).toBe(before + 1));
});

test('a film that not everybody finds is named only to who makes the programme [FLM-09:programme]', async () => {
  const { festivalId, director, put, publish, seenBy, titles, filmOf } = await evening();
  await publish();
  const hidden = { visible: false, directors: ['Ana Souto'], poster: { uri: '/media/images/secret' } };
  await put(filmOf('A Secret', hidden));
  expect((await seenBy(festival.visitor()))?.blocks[0]?.films[0]?.directors).toEqual([]);
  expect((await seenBy(director))?.blocks[0]?.films[0]?.directors).toEqual(['Ana Souto']);
  expect((await seenBy(director))?.poster).toBeUndefined();
  expect(await titles(director)).toEqual([['Shorts', 'A Secret']]);
  expect(await titles(festival.visitor())).toEqual([['Shorts', '']]);
  const poster = { uri: '/media/images/ferry', focalPoint: { x: 25, y: 50 } };
  await put(filmOf('Night Ferry', { poster }));
  const { events } = await festival.visitor().programme.listEvents({ festivalId });
  expect(events[0]?.poster).toMatchObject(poster);
});

test('awards of films of the event are published whole, and taken back [FES-07]', async () => {
  const { festivalId, eventId, director, put, publish, seenBy, filmOf, saidOf } = await evening();
  const filmId = filmOf('Night Ferry');
  await put(filmId);
  const award = (more: object = {}) =>
    director.desk.saveEventAward({
      ...{ requestId: newId(), eventId, filmId, category: 'Best short', winner: true, ...more },
    });
  await expect(award()).rejects.toMatchObject({ reason: 'EVENT_DRAFT' });
  await publish();
  await expect(award({ filmId: filmOf('Elsewhere') })).rejects.toMatchObject({ reason: 'FILM_NOT_FOUND' });
  await expect(award({ filmId: '' })).rejects.toMatchObject({ fields: [{ message: 'Please select a film' }] });
  const { event } = await award();
  const awardId = event?.awardRecords[0]?.id ?? '';
  await award({ awardId, winner: false });
  expect((await seenBy(festival.visitor()))?.awardRecords).toMatchObject([
    { id: awardId, filmId, filmTitle: 'Night Ferry', category: 'Best short', winner: false },
  ]);
  await director.desk.deleteEventAward({ requestId: newId(), eventId, awardId });
  const all = await festival.published(FestivalAwardsChangedSchema);
  // The year where the event is: there it is still 2026.
  const facts = { eventId, festivalId, festivalName: 'Lumen Film Festival', year: 2026 };
  expect(all.filter((one) => one.eventId === eventId)).toMatchObject([
    { ...facts, awards: [{ id: awardId, filmId, category: 'Best short', winner: true }] },
    { ...facts, awards: [{ id: awardId, filmId, category: 'Best short', winner: false }] },
    { ...facts, awards: [] },
  ]);
  // The pages of the event change with each, and each message of film's has a version of its own.
  const { version = 0n } = (await seenBy(festival.visitor())) ?? {};
  const before = await saidOf();
  const [other, missing] = [await award({ category: 'Best sound' }), { reason: 'AWARD_NOT_FOUND' }];
  expect([await saidOf(), other.event?.version]).toEqual([before + 1, version + 2n]);
  await expect(award({ awardId: newId() })).rejects.toMatchObject(missing);
  await expect(award({ awardId: 'x' })).rejects.toMatchObject(missing);
  await expect(director.desk.deleteEventAward({ requestId: newId(), eventId, awardId })).rejects.toMatchObject(missing);
  await festival.db.query(
    `INSERT INTO event_awards (id, event_id, film_id, category, winner)
     SELECT gen_random_uuid(), $1, $2, 'Mention', false FROM generate_series(1, $3)`,
    [eventId, filmId, PROGRAMME_LIMITS.awardsPerEventMax - 1],
  );
  await expect(award()).rejects.toMatchObject({ reason: 'TOO_MANY_AWARDS' });
  const kept = other.event?.awardRecords[0]?.id ?? '';
  expect((await award({ awardId: kept })).event?.awardRecords).toHaveLength(PROGRAMME_LIMITS.awardsPerEventMax);
});

test('a block is renamed and taken out with its films, and an event has at most 30 [FES-03:blocks]', async () => {
  const { eventId, director, blockId, addBlock, put, publish, titles, filmOf, saidOf } = await evening();
  await publish();
  await put(filmOf('Night Ferry'));
  const before = await saidOf();
  const save = (id: string, name = 'Short films') =>
    director.desk.saveBlock({ requestId: newId(), eventId, blockId: id, name });
  await save(blockId);
  expect(await titles(festival.visitor())).toEqual([['Short films', 'Night Ferry']]);
  expect(await saidOf()).toBe(before + 1);
  for (const unknown of [newId(), 'x'])
    await expect(save(unknown)).rejects.toMatchObject({ reason: 'BLOCK_NOT_FOUND' });
  await festival.db.query(
    `INSERT INTO blocks (id, event_id, name, position)
     SELECT gen_random_uuid(), $1, 'Block', n FROM generate_series(2, $2) n`,
    [eventId, PROGRAMME_LIMITS.blocksPerEventMax - 1],
  );
  await addBlock('The last');
  await expect(addBlock('One more')).rejects.toMatchObject({ reason: 'TOO_MANY_BLOCKS' });
  const { event } = await director.desk.deleteBlock({ requestId: newId(), eventId, blockId });
  expect(event?.blocks.map(({ name }) => name)).not.toContain('Short films');
});

test('staff see every event that shows a film, and take it out of a block [ADF-07:service]', async () => {
  const { eventId, put, filmOf } = await evening();
  const filmId = filmOf('Night Ferry');
  await put(filmId);
  const staff = festival.staff();
  const { events } = await staff.desk.listFilmEvents({ filmId });
  expect(events).toMatchObject([{ id: eventId, blocks: [{ name: 'Shorts', films: [{ filmId }] }] }]);
  const blockFilmId = events[0]?.blocks[0]?.films[0]?.id ?? '';
  await staff.desk.deleteBlockFilm({ requestId: newId(), eventId, blockFilmId });
  for (const id of [filmId, 'x']) expect((await staff.desk.listFilmEvents({ filmId: id })).events).toEqual([]);
  await expect(festival.director().desk.listFilmEvents({ filmId })).rejects.toMatchObject({
    code: Code.PermissionDenied,
  });
});

test('a maker sees where a film is on show and what it won there, and nobody else does [STU-03:festivals-service]', async () => {
  const maker = festival.director();
  const filmId = festival.film({ filmTitle: 'Night Ferry', makerId: maker.viewer.accountId, visible: false });
  const of = async (who: Caller, more: object = {}) => who.programme.listMyFilmEvents({ filmId, ...more });
  expect(await of(maker)).toMatchObject({ events: [], nextCursor: '' });

  // A programme that is not announced says nothing of what was chosen.
  const draft = await evening();
  const other = draft.filmOf('Salt');
  await draft.put(other);
  const admin = festival.as(viewers.admin());
  const show = async (night: Awaited<ReturnType<typeof evening>>) => {
    await night.put(filmId, { by: admin });
    return night;
  };
  await show(draft);
  expect((await of(maker)).events).toEqual([]);
  await draft.publish();
  await draft.addBlock('Features');
  for (const winner of [false, true])
    await draft.director.desk.saveEventAward({
      ...{ requestId: newId(), eventId: draft.eventId, filmId, category: winner ? 'Best film' : 'Best sound', winner },
    });
  await draft.director.desk.saveEventAward({
    ...{ requestId: newId(), eventId: draft.eventId, filmId: other, category: 'Best film', winner: false },
  });
  const [event] = (await of(maker)).events;
  expect(event?.blocks).toMatchObject([{ name: 'Shorts', films: [{ filmId, filmTitle: 'Night Ferry' }] }]);
  expect(event?.blocks[0]?.films).toHaveLength(1);
  expect(event?.awardRecords).toMatchObject([
    { filmId, category: 'Best film', winner: true },
    { filmId, category: 'Best sound', winner: false },
  ]);

  // An award stays when the film leaves its block, and what an organization that is not active shows is not on show.
  const placed = (await draft.seenBy(draft.director))?.blocks[0]?.films.find((film) => film.filmId === filmId);
  const eventId = draft.eventId;
  await draft.director.desk.deleteBlockFilm({ requestId: newId(), eventId, blockFilmId: placed?.id ?? '' });
  expect((await of(maker)).events).toMatchObject([{ id: eventId, blocks: [], awardRecords: [{}, {}] }]);
  const second = await show(await evening());
  await second.publish();
  const first = await of(maker, { pageSize: 1 });
  const rest = await of(maker, { pageSize: 1, cursor: first.nextCursor });
  expect([...first.events, ...rest.events].map(({ id }) => id).sort()).toEqual([eventId, second.eventId].sort());
  expect([first.events.length, rest.nextCursor]).toEqual([1, '']);
  await festival.db.query("UPDATE organizations SET status = 'INACTIVE' WHERE id = $1", [second.festivalId]);
  expect((await of(maker)).events.map(({ id }) => id)).toEqual([eventId]);

  expect((await of(festival.staff())).events).toHaveLength(1);
  await expect(of(festival.director())).rejects.toMatchObject({ reason: 'FILM_NOT_FOUND' });
  for (const unknown of [newId(), 'x'])
    await expect(of(maker, { filmId: unknown })).rejects.toMatchObject({ reason: 'FILM_NOT_FOUND' });
  await expect(of(festival.viewer())).rejects.toMatchObject({ code: Code.PermissionDenied });
});

test('blocks and films are put in another order, all of them or none [FES-03:order]', async () => {
  const { eventId, director, blockId, addBlock, put, publish, titles, filmOf } = await evening();
  await publish();
  const features = await addBlock('Features');
  const event = await put(filmOf('Night Ferry'));
  const [ferry] = event?.blocks[0]?.films ?? [];
  const salt = (await put(filmOf('Salt')))?.blocks[0]?.films[1];
  const films = [salt?.id ?? '', ferry?.id ?? ''];
  const arrange = (order: { blockId: string; blockFilmIds: string[] }[], by: Caller = director) =>
    by.desk.arrangeBlocks({ requestId: newId(), eventId, blocks: order });
  const wanted = [
    { blockId: features, blockFilmIds: [] },
    { blockId, blockFilmIds: films },
  ];
  await arrange(wanted);
  const arranged = [['Features'], ['Shorts', 'Salt', 'Night Ferry']];
  expect(await titles(festival.visitor())).toEqual(arranged);

  await expect(arrange(wanted, festival.director())).rejects.toMatchObject({ code: Code.PermissionDenied });
  for (const order of [
    [{ blockId, blockFilmIds: films }],
    [
      { blockId, blockFilmIds: [] },
      { blockId: features, blockFilmIds: films },
    ],
    [
      { blockId, blockFilmIds: [films[0] ?? '', films[0] ?? ''] },
      { blockId: features, blockFilmIds: [] },
    ],
  ])
    await expect(arrange(order)).rejects.toMatchObject({ reason: 'EVENT_CHANGED' });
  expect(await titles(festival.visitor())).toEqual(arranged);
});

test('a block has at most 50 films, and one in their place still fits [FES-04:most]', async () => {
  const { blockId, put, filmOf } = await evening();
  const placed = await put(filmOf('Night Ferry'));
  const facts = { filmTitle: 'A Film', poster: null, directors: [], runningTime: 60, visible: true, version: 1n };
  const fill = (count: number) =>
    festival.platform.db.transaction(async (tx) => {
      for (let index = 0; index < count; index++) {
        const filmId = newId();
        await films.keep(tx, { id: filmId, ...facts });
        await blocks.insertFilm(tx, { id: newId(), blockId, filmId });
      }
    });
  await fill(48);
  expect((await put(filmOf('Salt')))?.blocks[0]?.films).toHaveLength(50);
  await expect(put(filmOf('Tin Roof'))).rejects.toMatchObject({ reason: 'TOO_MANY_FILMS' });
  const blockFilmId = placed?.blocks[0]?.films[0]?.id ?? '';
  expect((await put(filmOf('Tin Roof'), { blockFilmId }))?.blocks[0]?.films).toHaveLength(50);
});

import { create, type DescMessage, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { EnvelopeSchema } from '@marquee/contracts/events/v1/envelope_pb';
import { FilmViewedSchema, WatchTimeCountedSchema } from '@marquee/contracts/events/v1/film_pb';
import {
  AccountCreatedSchema,
  OnboardingFinishedSchema,
  SignedInSchema,
} from '@marquee/contracts/events/v1/identity_pb';
import { PersonalDataService } from '@marquee/contracts/personal_data/v1/personal_data_pb';
import { newId } from '@marquee/data/ids';
import { topicOf } from '@marquee/events/topics';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { type MarketingUnderTest, marketingService } from '../testing/marketing-service.ts';

let marketing: MarketingUnderTest;
beforeAll(async () => {
  marketing = await marketingService();
});
beforeEach(async () => {
  await marketing.db.query('TRUNCATE metric_people, metric_days, metric_weeks');
});

/** Publishes an event of a day, and waits until it was applied. */
async function publish<S extends DescMessage>(schema: S, event: MessageInitShape<S>, day: string, id = newId()) {
  const type = schema.typeName;
  const key = newId();
  const body = toBinary(
    EnvelopeSchema,
    create(EnvelopeSchema, {
      ...{ id, type, aggregateType: 'test', aggregateId: key, aggregateVersion: 1n },
      occurredAt: timestampFromDate(new Date(`${day}T23:59:00Z`)),
      payload: toBinary(schema, create(schema, event)),
    }),
  );
  await marketing.platform.bus.publish([{ topic: topicOf(schema), key, id, type, body }]);
  await eventually(async () => (await marketing.db.query('SELECT 1 FROM inbox WHERE event_id = $1', [id])).length > 0);
}

/** A member of staff on the list. */
async function onTheList() {
  const staff = marketing.staff();
  const { accountId } = staff.viewer;
  await marketing.introduce(accountId, 'Sam', 'Staff');
  const { setting } = await staff.settings.getSetting({ key: 'metrics-viewers' });
  await staff.settings.saveSetting({
    ...{ requestId: newId(), key: 'metrics-viewers', seenVersion: setting?.facts?.version ?? 0n, reason: 'reads them' },
    value: { items: [{ name: accountId }] },
  });
  return staff;
}

test('sign-ups, onboarding, first films, active people and minutes are folded by the day of the event [ADU-08:metrics]', async () => {
  const staff = await onTheList();
  const [ada, ben, old] = [newId(), newId(), newId()];
  await publish(AccountCreatedSchema, { accountId: ada }, '2026-11-18');
  await publish(AccountCreatedSchema, { accountId: ben }, '2026-11-18');
  await publish(OnboardingFinishedSchema, { accountId: ada }, '2026-11-19');
  const twice = newId();
  await publish(FilmViewedSchema, { accountId: ada, filmId: newId() }, '2026-11-19', twice);
  await publish(FilmViewedSchema, { accountId: ada, filmId: newId() }, '2026-11-19', twice);
  await publish(SignedInSchema, { accountId: ada, sessionId: newId() }, '2026-11-19');
  await publish(SignedInSchema, { accountId: ben, sessionId: newId() }, '2026-11-18');
  await publish(SignedInSchema, { accountId: old, sessionId: newId() }, '2026-11-20');
  await publish(WatchTimeCountedSchema, { playedMs: 90_000n }, '2026-11-19');
  await publish(WatchTimeCountedSchema, { playedMs: 30_000n }, '2026-11-19');

  const { days, weeks } = await staff.metrics.getMetrics({ days: 4 });
  const nothing = { signUps: 0, onboarded: 0, watched: 0, active: 0, playedMs: 0n };
  expect(days).toMatchObject([
    { ...nothing, day: '2026-11-17' },
    // Both signed up on this day; one of them did more.
    { ...nothing, day: '2026-11-18', signUps: 2, onboarded: 1, watched: 1, active: 1 },
    { ...nothing, day: '2026-11-19', active: 1, playedMs: 120_000n },
    { ...nothing, day: '2026-11-20', active: 1 },
  ]);
  expect(weeks).toHaveLength(13);
  expect(weeks.at(-1)).toMatchObject({ week: '2026-11-16', active: 3 });
});

test('a cohort is who signed up in a week, with how many came back in each week since [ADU-08:retention]', async () => {
  const staff = await onTheList();
  const people = [newId(), newId(), newId()];
  // One signs in before the sign-up arrives.
  await publish(SignedInSchema, { accountId: people[0] ?? '', sessionId: newId() }, '2026-11-03');
  for (const accountId of people) await publish(AccountCreatedSchema, { accountId }, '2026-11-03');
  await publish(SignedInSchema, { accountId: people[1] ?? '', sessionId: newId() }, '2026-11-08');
  for (const day of ['2026-11-17', '2026-11-18']) {
    await publish(SignedInSchema, { accountId: people[1] ?? '', sessionId: newId() }, day);
  }
  const { cohorts, weeks } = await staff.metrics.getMetrics({ days: 1 });
  expect(cohorts).toHaveLength(12);
  expect(cohorts.find(({ week }) => week === '2026-11-02')).toMatchObject({ people: 3, active: [2, 0, 1] });
  expect(cohorts.at(-1)).toMatchObject({ week: '2026-11-16', people: 0, active: [0] });
  expect(weeks.slice(-3).map(({ active }) => active)).toEqual([2, 0, 1]);
});

test('only who is on the list sees metrics, and a change of it holds at once [ADU-08:list]', async () => {
  const other = marketing.staff();
  expect(await other.metrics.getMetricsAccess({})).toMatchObject({ allowed: false });
  await expect(other.metrics.getMetrics({ days: 7 })).rejects.toMatchObject({ reason: 'METRICS_HIDDEN' });
  const staff = await onTheList();
  expect(await staff.metrics.getMetricsAccess({})).toMatchObject({ allowed: true });
  await expect(other.metrics.getMetrics({ days: 7 })).rejects.toMatchObject({ reason: 'METRICS_HIDDEN' });
});

test('who closes their account stays counted among the sign-ups and in the cohort [ADU-08:retention]', async () => {
  const staff = await onTheList();
  const [ada, ben] = [newId(), newId()];
  for (const accountId of [ada, ben]) await publish(AccountCreatedSchema, { accountId }, '2026-11-18');
  await publish(OnboardingFinishedSchema, { accountId: ada }, '2026-11-19');
  await publish(FilmViewedSchema, { accountId: ada, filmId: newId() }, '2026-11-19');
  await publish(SignedInSchema, { accountId: ben, sessionId: newId() }, '2026-11-19');
  const before = await staff.metrics.getMetrics({ days: 4 });
  expect(before.cohorts.at(-1)).toMatchObject({ people: 2, active: [2] });
  const identity = clientFor(marketing.service, PersonalDataService, viewers.service('identity'), {
    callee: 'marketing',
  });
  for (let time = 0; time < 2; time += 1) await identity.closeAccount({ accountId: ada });
  expect(await staff.metrics.getMetrics({ days: 4 })).toEqual(before);
});

test('metrics hold no id of an account, and closing deletes the hash of it [ADU-08:personal-data]', async () => {
  const accountId = newId();
  await publish(AccountCreatedSchema, { accountId }, '2026-11-18');
  const rows = await marketing.db.query<{ personKey: Buffer }>('SELECT person_key FROM metric_people');
  expect(rows.map(({ personKey }) => personKey.length)).toEqual([32]);
  expect(rows[0]?.personKey.toString('hex')).not.toContain(accountId.replaceAll('-', ''));
  const identity = clientFor(marketing.service, PersonalDataService, viewers.service('identity'), {
    callee: 'marketing',
  });
  await identity.closeAccount({ accountId });
  expect(await marketing.db.query('SELECT 1 FROM metric_people')).toEqual([]);
});

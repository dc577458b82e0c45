import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { EnvelopeSchema } from '@marquee/contracts/events/v1/envelope_pb';
import { ProfileChangedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { SettingChangedSchema } from '@marquee/contracts/events/v1/marketing_pb';
import { EditorialService } from '@marquee/contracts/marketing/v1/editorial_pb';
import { MetricsService } from '@marquee/contracts/marketing/v1/metrics_pb';
import { SettingService } from '@marquee/contracts/marketing/v1/settings_pb';
import { newId } from '@marquee/data/ids';
import { topicOf } from '@marquee/events/topics';
import type { AccountViewer, Viewer } from '@marquee/runtime/viewer';
import { atEnd } from '@marquee/testing/cleanup';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { testPlatform } from '@marquee/testing/test-platform';
import { viewers } from '@marquee/testing/viewers';
import { marketingConfig } from '../config.ts';
import { marketing } from '../service.ts';

/** Marketing with everything real, and people who call it; once per test file. */
export async function marketingService() {
  const clock = fixedClock('2026-11-20T12:00:00Z');
  const platform = await testPlatform('marketing', { clock });
  const { db, signals } = platform;
  const service = await marketing.start(
    marketingConfig.parse({ CURSOR_KEY: 'cursor-key-'.repeat(4), METRICS_KEY: 'metrics-key-'.repeat(4) }),
    platform,
  );
  atEnd(() => service.drain());

  /** Identity publishes who somebody is; resolves once marketing keeps it. */
  async function introduce(id: string, firstName: string, lastName: string, more: object = {}): Promise<void> {
    const version = BigInt(clock.now().getTime());
    clock.advance(1);
    const eventId = newId();
    const change = create(ProfileChangedSchema, { person: { id, firstName, lastName, version }, ...more });
    const envelope = create(EnvelopeSchema, {
      ...{ id: eventId, type: ProfileChangedSchema.typeName, aggregateType: 'account', aggregateId: id },
      ...{ aggregateVersion: version, occurredAt: timestampFromDate(clock.now()) },
      payload: toBinary(ProfileChangedSchema, change),
    });
    const body = toBinary(EnvelopeSchema, envelope);
    const topic = topicOf(ProfileChangedSchema);
    await platform.bus.publish([{ topic, key: id, id: eventId, type: ProfileChangedSchema.typeName, body }]);
    await eventually(async () => (await db.query('SELECT 1 FROM inbox WHERE event_id = $1', [eventId])).length > 0);
  }

  const as = (viewer: Viewer) => ({
    viewer,
    settings: clientFor(service, SettingService, viewer),
    editorial: clientFor(service, EditorialService, viewer),
    metrics: clientFor(service, MetricsService, viewer),
  });
  return {
    ...{ service, platform, db, clock, introduce, as },
    visitor: () => as(viewers.visitor()),
    asService: (name: string) => as(viewers.service(name)),
    staff: (overrides?: Partial<AccountViewer>) => {
      const viewer = viewers.staff({ steppedUpAt: clock.now(), ...overrides });
      return { ...as(viewer), viewer };
    },
    /** The changes of settings that were published, in order. */
    async published() {
      const rows = await db.query<{ body: Buffer }>(
        "SELECT body FROM outbox WHERE type LIKE '%SettingChanged' ORDER BY seq",
      );
      return rows.map(({ body }) => {
        const { $typeName: _, ...change } = fromBinary(SettingChangedSchema, fromBinary(EnvelopeSchema, body).payload);
        return change;
      });
    },
    /** The signals of settings from now on. */
    signalled(): { topic: string; version: string }[] {
      const heard: { topic: string; version: string }[] = [];
      const end = signals.subscribe('setting:*', ({ topic, version }) => heard.push({ topic, version }));
      atEnd(async () => end());
      return heard;
    },
  };
}

export type MarketingUnderTest = Awaited<ReturnType<typeof marketingService>>;

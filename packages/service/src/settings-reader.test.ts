// @inputs packages/service packages/events packages/rules
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { SettingChangedSchema } from '@marquee/contracts/events/v1/marketing_pb';
import { type ExportedSettingSchema, ExportSettingsResponseSchema } from '@marquee/contracts/marketing/v1/settings_pb';
import { newId } from '@marquee/data/ids';
import { createOutbox, domainEvent } from '@marquee/events/outbox';
import { startRelay } from '@marquee/events/relay';
import { declareArray, declareNumber, faq } from '@marquee/rules/declared-settings';
import { memorySignals } from '@marquee/runtime/signals';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { recordingLog } from '@marquee/testing/recording-log';
import { testDatabase } from '@marquee/testing/test-database';
import { testBus } from '@marquee/testing/test-platform';
import { openSettings, SETTING_TOPIC } from './settings-reader.ts';

const words = { label: '', description: '' };
const hours = declareNumber({ ...words, key: 'test-hours', default: 48, min: 1, max: 100 });
const people = declareArray({ ...words, key: 'test-people', itemType: 'OPTION' });
const A_SECOND_MS = 1_000;

type Exported = MessageInitShape<typeof ExportedSettingSchema>;

/** Marketing as the reader sees it, and a reader in front of it. */
async function aReader(first: Exported[] = []) {
  const marketing = { settings: first, isUnavailable: false, calls: 0 };
  const signals = memorySignals();
  const clock = fixedClock('2026-11-20T12:00:00Z');
  const { log, said } = recordingLog();
  const client = {
    exportSettings: async () => {
      marketing.calls += 1;
      if (marketing.isUnavailable) throw new Error('unavailable');
      return create(ExportSettingsResponseSchema, { settings: marketing.settings });
    },
  };
  const settings = openSettings([hours, people], { client, bus: await testBus(), signals, clock, log });
  const follow = async () => {
    const loop = await settings.follow();
    atEnd(() => loop.close());
  };
  const set = (number: number, version: bigint) => {
    marketing.settings = [{ key: hours.key, version, value: { number } }];
  };
  return { marketing, settings, follow, set, signals, clock, said };
}

test('before marketing has answered the defaults hold, or what the service says instead', async () => {
  const { settings } = await aReader();
  expect(settings.get(hours)).toBe(48);
  expect(settings.get(hours, 24)).toBe(24);
  expect(settings.get(people)).toEqual([]);
  expect(() => settings.get(faq.en)).toThrow('does not read the setting faq');
});

test('a signalled change is seen within a second, without a restart', async () => {
  const { settings, follow, set, signals, marketing } = await aReader();
  await follow();
  await eventually(() => marketing.calls > 0);
  expect(settings.get(hours, 24)).toBe(24);
  set(12, 1n);
  signals.publish(`${SETTING_TOPIC}:${hours.key}`, 1n);
  await eventually(() => settings.get(hours) === 12, A_SECOND_MS);
  // What was seen already, and what this service does not read, is not asked for again.
  const { calls } = marketing;
  signals.publish(`${SETTING_TOPIC}:${hours.key}`, 1n);
  signals.publish(`${SETTING_TOPIC}:faq`, 9n);
  set(13, 2n);
  signals.publish(`${SETTING_TOPIC}:${hours.key}`, 2n);
  await eventually(() => settings.get(hours) === 13, A_SECOND_MS);
  expect(marketing.calls).toBe(calls + 1);
});

test('a change whose signal is lost is seen by its event', async () => {
  const { settings, follow, set } = await aReader();
  await follow();
  set(12, 1n);
  const db = await testDatabase('marketing');
  const relay = await startRelay({ url: db.url, bus: await testBus(), log: recordingLog().log });
  atEnd(() => relay.close());
  const event = domainEvent(
    SettingChangedSchema,
    { key: hours.key, version: 1n },
    { type: 'setting', id: newId(), version: 1n },
  );
  await db.transaction((tx) => createOutbox({ clock: fixedClock('2026-11-20T12:00:00Z') }).append(tx, event));
  await eventually(() => settings.get(hours) === 12);
});

test('while marketing is unavailable the last known values hold, and it is said once', async () => {
  const { settings, follow, set, signals, marketing, said } = await aReader();
  set(12, 1n);
  await follow();
  await eventually(() => settings.get(hours) === 12);
  marketing.isUnavailable = true;
  const { calls } = marketing;
  for (const version of [2n, 3n]) {
    signals.publish(`${SETTING_TOPIC}:${hours.key}`, version);
    await eventually(() => marketing.calls >= calls + Number(version) - 1);
  }
  expect(settings.get(hours)).toBe(12);
  expect(said()).toEqual(['the settings could not be loaded: the last known values or the defaults hold']);
  marketing.isUnavailable = false;
  set(14, 4n);
  signals.publish(`${SETTING_TOPIC}:${hours.key}`, 4n);
  await eventually(() => settings.get(hours) === 14);
  expect(said()).toHaveLength(2);
});

test('a value that this release refuses, or does not know, is left out, and the default holds', async () => {
  const { settings, follow, said } = await aReader([
    { key: hours.key, version: 3n, value: { number: 1_000 } },
    { key: 'of-a-newer-release', version: 1n, value: { number: 1 } },
    { key: people.key, version: 1n, value: { items: [{ name: 'One', children: [{ name: 'Two' }] }] } },
  ]);
  await follow();
  await eventually(() => settings.get(people).length === 1);
  expect(settings.get(people)).toEqual([
    { name: 'One', label: '', children: [{ name: 'Two', label: '', children: [] }] },
  ]);
  expect(settings.get(hours)).toBe(48);
  expect(said()).toEqual(['a setting has a value that this release refuses']);
});

import type { Client } from '@connectrpc/connect';
import { SettingChangedSchema } from '@marquee/contracts/events/v1/marketing_pb';
import type { SettingService } from '@marquee/contracts/marketing/v1/settings_pb';
import { every } from '@marquee/data/every';
import type { Bus } from '@marquee/events/bus';
import { tailEvents, tailed } from '@marquee/events/tail-events';
import type { DeclaredSetting } from '@marquee/rules/declared-settings';
import type { Clock } from '@marquee/runtime/clock';
import type { Logger } from '@marquee/runtime/log';
import type { Signals } from '@marquee/runtime/signals';
import type { Loop } from './define-service.ts';
import { settingValueOf } from './setting-value.ts';

/** How soon a load is tried again while marketing is unavailable. */
const LOOK_EVERY_MS = 5_000;
/** Values are loaded again so often, should a change have reached this process neither by signal nor by bus. */
const LOAD_EVERY_MS = 60_000;

/** The system settings that a service uses, as staff have set them. */
export type Settings = {
  /**
   * The value that staff have set, or the fallback (by default the declared default) where they have set none, or where
   * it is not known yet. Never waits: the last known value holds while marketing is unavailable.
   */
  get<T>(setting: DeclaredSetting<T>, fallback?: T): T;
  /** Loads the values, and again whenever one has changed. */
  follow(): Promise<Loop>;
};

export type SettingsOptions = {
  client: Pick<Client<typeof SettingService>, 'exportSettings'>;
  bus: Bus;
  signals: Signals;
  clock: Clock;
  log: Logger;
};

/** The topic of the signals of a setting. */
export const SETTING_TOPIC = 'setting';

/** Reads these settings of marketing. A change takes effect within a second, without a restart (decision 0044). */
export function openSettings(read: readonly DeclaredSetting[], options: SettingsOptions): Settings {
  const { client, bus, signals, clock, log } = options;
  const declared = new Map(read.map((setting) => [setting.key, setting]));
  let known = new Map<string, { value: unknown; version: bigint }>();
  let loadedAt: number | undefined;
  let isStale = true;
  let isUnavailable = false;

  async function load(): Promise<void> {
    isStale = false;
    try {
      const { settings } = await client.exportSettings({ keys: [...declared.keys()] });
      const next: typeof known = new Map();
      for (const { key, version, value } of settings) {
        const setting = declared.get(key);
        if (!setting) continue;
        const parsed = setting.schema.safeParse(settingValueOf(setting.type, value));
        // A newer release may allow what this one does not.
        if (parsed.success) next.set(key, { value: parsed.data, version });
        else log.warn({ setting: key, version: String(version) }, 'a setting has a value that this release refuses');
      }
      known = next;
      loadedAt = clock.now().getTime();
      if (isUnavailable) log.info('the settings are loaded');
      isUnavailable = false;
    } catch (err) {
      isStale = true;
      if (!isUnavailable)
        log.warn({ err }, 'the settings could not be loaded: the last known values or the defaults hold');
      isUnavailable = true;
    }
  }

  const isDue = () => isStale || loadedAt === undefined || clock.now().getTime() - loadedAt >= LOAD_EVERY_MS;

  return {
    get: <T>(setting: DeclaredSetting<T>, fallback: T = setting.default): T => {
      if (!declared.has(setting.key)) throw new Error(`this service does not read the setting ${setting.key}`);
      const value = known.get(setting.key)?.value as T | undefined;
      return value === undefined ? fallback : value;
    },
    async follow() {
      const loop = every(LOOK_EVERY_MS, async () => void (isDue() && (await load())), { name: 'settings', log });
      const hear = (key: string, version: bigint) => {
        if (!declared.has(key) || (known.get(key)?.version ?? 0n) >= version) return;
        isStale = true;
        loop.wake();
      };
      // The signal is at once; the event of the bus comes later, but is not lost.
      const prefix = `${SETTING_TOPIC}:`;
      const end = signals.subscribe(`${prefix}*`, ({ topic, version }) => {
        hear(topic.slice(prefix.length), BigInt(version));
      });
      const tail = await tailEvents(bus, [tailed(SettingChangedSchema, ({ key, version }) => hear(key, version))]);
      return {
        async close() {
          end();
          await Promise.all([tail.close(), loop.close()]);
        },
      };
    },
  };
}

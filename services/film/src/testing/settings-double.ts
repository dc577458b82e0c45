import type { MessageInitShape } from '@bufbuild/protobuf';
import { SettingService, type SettingValueSchema } from '@marquee/contracts/marketing/v1/settings_pb';
import { implement } from '@marquee/runtime/rpc/implement';
import { serve } from '@marquee/runtime/rpc/serve';
import type { Platform } from '@marquee/service/platform';
import { SETTING_TOPIC } from '@marquee/service/settings-reader';
import { atEnd } from '@marquee/testing/cleanup';

const absent = async (): Promise<never> => {
  throw new Error('film exports settings and does nothing else with them');
};

/** What staff have set, behind the contract of marketing. */
export async function startSettingsDouble(platform: Platform) {
  const values = new Map<string, { value: MessageInitShape<typeof SettingValueSchema>; version: bigint }>();
  const rpc = await serve({
    ...{ service: 'marketing', host: platform.host, port: 0, log: platform.log, clock: platform.clock },
    verifier: platform.verifier,
    implementations: [
      implement(SettingService, {
        ...{ listSettings: absent, getSetting: absent, saveSetting: absent, rollBackSetting: absent },
        ...{ listSettingVersions: absent, getSettingVersion: absent },
        async exportSettings({ keys }) {
          const set = keys.flatMap((key) => {
            const known = values.get(key);
            return known ? [{ key, ...known }] : [];
          });
          return { settings: set };
        },
      }),
    ],
  });
  atEnd(() => rpc.drain(1_000));
  return {
    address: `127.0.0.1:${rpc.port}`,
    /** Sets a value, and says so as marketing does. */
    set(key: string, value: MessageInitShape<typeof SettingValueSchema>): void {
      const version = (values.get(key)?.version ?? 0n) + 1n;
      values.set(key, { value, version });
      platform.signals.publish(`${SETTING_TOPIC}:${key}`, version);
    },
  };
}

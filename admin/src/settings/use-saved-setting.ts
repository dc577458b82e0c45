import { create } from '@bufbuild/protobuf';
import { createConnectQueryKey, useTransport } from '@connectrpc/connect-query';
import { GetSettingResponseSchema, type Setting, SettingService } from '@marquee/contracts/marketing/v1/settings_pb';
import { useQueryClient } from '@tanstack/react-query';

/** Shows a setting as an answer brought it, and asks again for the list and the history. */
export function useSavedSetting(): {
  show: (setting: Setting | undefined) => Promise<void>;
  reload: (key: string) => Promise<void>;
} {
  const queries = useQueryClient();
  const transport = useTransport();
  const keyOf = (key: string) =>
    createConnectQueryKey({
      ...{ schema: SettingService.method.getSetting, transport, input: { key }, cardinality: 'finite' as const },
    });
  const others = async () => {
    const { listSettings, listSettingVersions } = SettingService.method;
    await Promise.all([
      queries.invalidateQueries({
        queryKey: createConnectQueryKey({ schema: listSettings, transport, cardinality: 'finite' }),
      }),
      queries.invalidateQueries({
        queryKey: createConnectQueryKey({ schema: listSettingVersions, transport, cardinality: 'infinite' }),
      }),
    ]);
  };
  return {
    async show(setting) {
      if (!setting?.facts) return;
      queries.setQueryData(keyOf(setting.facts.key), create(GetSettingResponseSchema, { setting }));
      await others();
    },
    async reload(key) {
      await queries.invalidateQueries({ queryKey: keyOf(key) });
      await others();
    },
  };
}

import { SettingService } from '@marquee/contracts/marketing/v1/settings_pb';
import { rpc } from '@marquee/service/rpc';
import { settingValueMessage } from '@marquee/service/setting-value';
import { noInput, read, write } from '@marquee/service/use-case';
import type { MarketingResources } from '../resources.ts';
import { exportSettings, exportSettingsSchema } from './export-settings.ts';
import { getSetting, settingKeySchema } from './get-setting.ts';
import { getSettingVersion, getSettingVersionSchema } from './get-setting-version.ts';
import { listSettingVersions, listSettingVersionsSchema } from './list-setting-versions.ts';
import { listSettings } from './list-settings.ts';
import { rollBackSetting, rollBackSettingSchema } from './roll-back-setting.ts';
import { saveSetting, saveSettingSchema } from './save-setting.ts';
import { factsMessage, saveSettingInput, settingMessage, versionMessage } from './setting-message.ts';

/** For staff, and for the services that read settings. */
export const settingRpc = rpc<MarketingResources>()(SettingService, {
  listSettings: read(noInput, listSettings, (list) => ({ settings: list.map(factsMessage) })),
  getSetting: read(settingKeySchema, getSetting, settingMessage),
  saveSetting: write(saveSettingSchema, saveSetting, settingMessage, { from: saveSettingInput }),
  listSettingVersions: read(listSettingVersionsSchema, listSettingVersions, ({ rows, nextCursor }) => ({
    versions: rows.map(versionMessage),
    nextCursor,
  })),
  getSettingVersion: read(getSettingVersionSchema, getSettingVersion, ({ declared, value }) => ({
    value: settingValueMessage(declared.type, value),
  })),
  rollBackSetting: write(rollBackSettingSchema, rollBackSetting, settingMessage),
  exportSettings: read(exportSettingsSchema, exportSettings, (exported) => ({
    settings: exported.map(({ declared, version, value }) => ({
      ...{ key: declared.key, version },
      value: settingValueMessage(declared.type, value),
    })),
  })),
});

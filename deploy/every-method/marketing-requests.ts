import type { RequestEntries } from './request-entries.ts';

/** Valid requests of methods of marketing. */
export const marketingRequests: RequestEntries = {
  'marketing.v1.MetricsService/GetMetrics': {
    why: 'the viewer has to be on the list of who sees metrics',
    values: async (scene) => {
      await scene.metricsViewer();
      return {};
    },
  },
  'marketing.v1.SettingService/SaveSetting': {
    why: 'the value has to be of the type of its setting',
    values: async () => ({ value: { number: 48 } }),
  },
  'marketing.v1.SettingService/GetSettingVersion': {
    why: 'only the default is always there',
    values: async () => ({ version: 0n }),
  },
};

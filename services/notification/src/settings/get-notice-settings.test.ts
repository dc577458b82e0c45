import { recordingLog } from '@marquee/testing/recording-log';
import { viewers } from '@marquee/testing/viewers';
import type { NotificationResources } from '../resources.ts';
import { getNoticeSettings } from './get-notice-settings.ts';

test('the settings of somebody who has set nothing are read also while identity does not answer', async () => {
  const { log, said } = recordingLog();
  const resources = {
    ...{ db: { query: async () => [] }, push: { publicKey: 'key' }, log },
    texts: { hasNumber: () => Promise.reject(new Error('identity does not answer')) },
  } as unknown as NotificationResources;
  const settings = await getNoticeSettings(resources, viewers.movieLover());
  expect(settings).toMatchObject({
    quietHours: { enabled: false, fromMinute: 22 * 60, untilMinute: 7 * 60, timeZone: '' },
    ...{ mailDigest: false, pushPublicKey: 'key', pushEndpointHashes: [], hasPhone: false },
  });
  expect(said()).toEqual(['identity did not say whether an account has a phone number']);
});

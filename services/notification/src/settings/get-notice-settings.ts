import { createHash } from 'node:crypto';
import type { NoticeChannelName, NoticeKindName } from '@marquee/rules/notices';
import { NOTICE_CHANNELS, NOTICE_KIND_NAMES } from '@marquee/rules/notices';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { KINDS } from '../notices/kinds.ts';
import * as subscriptions from '../push/push-subscriptions.ts';
import type { NotificationResources } from '../resources.ts';
import * as preferences from './preferences.ts';

export type OwnSettings = {
  kinds: { kind: NoticeKindName; channels: NoticeChannelName[] }[];
  quietHours: { enabled: boolean; fromMinute: number; untilMinute: number; timeZone: string };
  mailDigest: boolean;
  pushPublicKey: string;
  pushEndpointHashes: string[];
  hasPhone: boolean;
};

const EVENING = 22 * 60;
const MORNING = 7 * 60;

/** Which notices the viewer gets by which channel, and when [SET-13]. */
export async function getNoticeSettings(
  { db, push, texts, log }: NotificationResources,
  { accountId }: AccountViewer,
): Promise<OwnSettings> {
  const [chosen, settings, endpoints, hasPhone] = await Promise.all([
    preferences.chosenBy(db, accountId),
    preferences.settingsOf(db, [accountId]),
    subscriptions.endpointsOf(db, accountId),
    texts.hasNumber(accountId).catch((err: unknown) => {
      log.warn({ err }, 'identity did not say whether an account has a phone number');
      return false;
    }),
  ]);
  const own = settings.get(accountId);
  const choices = new Map(chosen.map(({ kind, channel, enabled }) => [`${kind} ${channel}`, enabled]));
  return {
    kinds: NOTICE_KIND_NAMES.map((kind) => ({
      kind,
      channels: NOTICE_CHANNELS.filter(
        (channel) => choices.get(`${kind} ${channel}`) ?? KINDS[kind].channels.includes(channel),
      ),
    })),
    quietHours: {
      enabled: own?.quiet ?? false,
      fromMinute: own?.quietFromMinute ?? EVENING,
      untilMinute: own?.quietUntilMinute ?? MORNING,
      timeZone: own?.timeZone ?? '',
    },
    mailDigest: own?.mailDigest ?? false,
    pushPublicKey: push.publicKey,
    pushEndpointHashes: endpoints.map((endpoint) => createHash('sha256').update(endpoint).digest('base64url')),
    hasPhone,
  };
}

import { NoticeSettingsService } from '@marquee/contracts/notification/v1/notice_settings_pb';
import { NotReady } from '../../data/not-ready.tsx';
import { useOwn } from '../../data/use-own.ts';
import { _ } from '../../language/words.ts';
import { ChannelTable } from './channel-table.tsx';
import { MailDigest } from './mail-digest.tsx';
import { PushHere } from './push-here.tsx';
import { QuietHoursForm } from './quiet-hours-form.tsx';

/** /settings/notifications: which notices the viewer gets by which channel, and when [SET-13]. */
export function NoticeSettingsForm() {
  const { own, retry, change } = useOwn(NoticeSettingsService.method.getNoticeSettings, {});
  if (own.state !== 'ready')
    return (
      <NotReady
        {...{ own, retry }}
        className="h-96"
        loading={_('Loading your settings')}
        failed={_('We failed to load your notification settings.')}
      />
    );
  const { settings } = own.value;
  const quietHours = settings?.quietHours;
  return settings ? (
    <>
      <ChannelTable settings={settings} change={change} />
      <PushHere publicKey={settings.pushPublicKey} hashes={settings.pushEndpointHashes} changed={retry} />
      <MailDigest enabled={settings.mailDigest} timeZone={quietHours?.timeZone ?? ''} change={change} />
      {quietHours ? <QuietHoursForm hours={quietHours} saved={retry} /> : null}
    </>
  ) : null;
}

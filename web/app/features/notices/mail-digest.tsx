import { NoticeSettingsService } from '@marquee/contracts/notification/v1/notice_settings_pb';
import { client } from '../../api/browser/client.ts';
import { optimisticallyOrToast } from '../../data/optimistically.ts';
import { _ } from '../../language/words.ts';
import { Section } from '../../ui/section.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { ChangeSettings } from './channel-table.tsx';
import { ownTimeZone } from './time-zones.ts';

type Props = { enabled: boolean; timeZone: string; change: ChangeSettings };

/** One email a day in place of one for each notification [NOT-05]. */
export function MailDigest({ enabled, timeZone, change }: Props) {
  const set = (next: boolean) =>
    optimisticallyOrToast(
      () => change((now) => (now.settings ? { ...now, settings: { ...now.settings, mailDigest: next } } : now)),
      () => client(NoticeSettingsService).setMailDigest({ enabled: next, timeZone: timeZone || ownTimeZone() }),
      _('We failed to save your choice. Please try again.'),
    );
  return (
    <Section title={_('Email')}>
      <Switch
        label={_('One email a day')}
        hint={_('At 9 in the morning, with what you have not seen, in place of an email for each.')}
        checked={enabled}
        onChange={(event) => void set(event.target.checked)}
      />
    </Section>
  );
}

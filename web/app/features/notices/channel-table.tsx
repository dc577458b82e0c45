import { NoticeKind } from '@marquee/contracts/notification/v1/notice_pb';
import {
  type GetNoticeSettingsResponse,
  NoticeChannel,
  type NoticeSettings,
  NoticeSettingsService,
} from '@marquee/contracts/notification/v1/notice_settings_pb';
import { NOTICE_CHANNELS, NOTICE_KINDS, type NoticeChannelName, type NoticeKindName } from '@marquee/rules/notices';
import { client } from '../../api/browser/client.ts';
import { optimisticallyOrToast } from '../../data/optimistically.ts';
import type { OwnChange } from '../../data/use-own.ts';
import { _, type Message, msg } from '../../language/words.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { Section } from '../../ui/section.tsx';

const CHANNEL_LABELS: Record<NoticeChannelName, Message> = {
  IN_APP: msg('On Marquee'),
  PUSH: msg('Push'),
  EMAIL: msg('Email'),
  SMS: msg('Text message'),
};

export type ChangeSettings = (change: OwnChange<GetNoticeSettingsResponse>) => () => void;
type Props = { settings: NoticeSettings; change: ChangeSettings };

/** Each kind of notice with its channels; a change is saved at once. */
export function ChannelTable({ settings, change }: Props) {
  const channels = NOTICE_CHANNELS.filter((name) => name !== 'SMS' || settings.hasPhone);
  const toggle = (kind: NoticeKind, channel: NoticeChannel, enabled: boolean) =>
    optimisticallyOrToast(
      () => change((now) => withChannel(now, kind, channel, enabled)),
      () => client(NoticeSettingsService).setNoticeChannel({ kind, channel, enabled }),
      _('We failed to save your choice. Please try again.'),
    );
  return (
    <Section title={_('What we tell you')}>
      <ul aria-label={_('Kinds of notifications')} className="grid border-line border-t">
        {settings.kinds.map(({ kind, channels: on }) => {
          const name = NoticeKind[kind] as NoticeKindName;
          const label = _(NOTICE_KINDS[name].label);
          const hint = _(NOTICE_KINDS[name].hint);
          return (
            <li key={kind} className="border-line border-b py-4">
              <fieldset className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-6">
                <legend className="sr-only">{label}</legend>
                <span className="grid gap-0.5">
                  <span aria-hidden className="font-medium">
                    {label}
                  </span>
                  <span className="text-ink-muted text-small">{hint}</span>
                </span>
                <span className="flex flex-wrap gap-x-5 gap-y-2">
                  {channels.map((channel) => (
                    <Checkbox
                      key={channel}
                      label={<span className="text-small">{_(CHANNEL_LABELS[channel])}</span>}
                      checked={on.includes(NoticeChannel[channel])}
                      onChange={(event) => void toggle(kind, NoticeChannel[channel], event.target.checked)}
                    />
                  ))}
                </span>
              </fieldset>
            </li>
          );
        })}
      </ul>
      {settings.hasPhone ? null : (
        <p className="text-ink-muted text-small">{_('Text messages need a phone number that you have confirmed.')}</p>
      )}
      <p className="text-ink-muted text-small">
        {_(
          'Emails for signing in always reach you. A link in each other email stops those of its kind, and shows here.',
        )}
      </p>
    </Section>
  );
}

function withChannel(
  now: GetNoticeSettingsResponse,
  kind: NoticeKind,
  channel: NoticeChannel,
  enabled: boolean,
): GetNoticeSettingsResponse {
  if (!now.settings) return now;
  const kinds = now.settings.kinds.map((one) => {
    if (one.kind !== kind) return one;
    const others = one.channels.filter((other) => other !== channel);
    return { ...one, channels: enabled ? [...others, channel] : others };
  });
  return { ...now, settings: { ...now.settings, kinds } };
}

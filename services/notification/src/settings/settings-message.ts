import { NoticeKind } from '@marquee/contracts/notification/v1/notice_pb';
import { NoticeChannel } from '@marquee/contracts/notification/v1/notice_settings_pb';
import type { OwnSettings } from './get-notice-settings.ts';

export const settingsMessage = ({ kinds, ...settings }: OwnSettings) => ({
  settings: {
    ...settings,
    kinds: kinds.map(({ kind, channels }) => ({
      kind: NoticeKind[kind],
      channels: channels.map((channel) => NoticeChannel[channel]),
    })),
  },
});

/** Numbers of the contract as names. */
export const noticeChannelInput = ({
  kind,
  channel,
  enabled,
}: {
  kind: number;
  channel: number;
  enabled: boolean;
}) => ({
  kind: NoticeKind[kind],
  channel: NoticeChannel[channel],
  enabled,
});

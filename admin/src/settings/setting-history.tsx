import { useInfiniteQuery } from '@connectrpc/connect-query';
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type Setting, SettingService, type SettingVersion } from '@marquee/contracts/marketing/v1/settings_pb';
import { SETTING_MESSAGES } from '@marquee/rules/settings';
import { useState } from 'react';
import { LoadFailed } from '../shell/load-failed.tsx';
import { paged } from '../shell/paged.ts';
import { RollBack } from './roll-back.tsx';
import { moment } from './setting-names.ts';
import { VersionDiff } from './version-diff.tsx';

const PAGE_SIZE = 10;

/** What a setting has been: who saved what, when and why, with a way back [ADS-05]. */
export function SettingHistory({ setting }: { setting: Setting }) {
  const key = setting.facts?.key ?? '';
  const history = useInfiniteQuery(
    SettingService.method.listSettingVersions,
    { key, pageSize: PAGE_SIZE, cursor: '' },
    paged,
  );
  const versions = history.data?.pages.flatMap((page) => page.versions) ?? [];
  return (
    <Stack gap="xs" mt="lg">
      <Title order={2} size="h4">
        History
      </Title>
      {history.isError && <LoadFailed title={SETTING_MESSAGES.failedToLoad} again={() => history.refetch()} />}
      {history.isPending && <Skeleton h={48} role="status" aria-label="The history is loading" />}
      {history.isSuccess && versions.length === 0 && (
        <Text c="dimmed">Nobody has changed this setting. Its default applies.</Text>
      )}
      {versions.map((version) => (
        <VersionRow key={String(version.version)} setting={setting} version={version} />
      ))}
      {history.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'start' }}
          loading={history.isFetchingNextPage}
          onClick={() => history.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      {history.isSuccess && versions.length > 0 && !history.hasNextPage && (
        <Group gap="xs">
          <Text size="sm">Before that: the default</Text>
          <RollBack setting={setting} toVersion={0n} />
        </Group>
      )}
    </Stack>
  );
}

function VersionRow({ setting, version }: { setting: Setting; version: SettingVersion }) {
  const [open, setOpen] = useState(false);
  const number = version.version;
  const isCurrent = setting.facts?.version === number;
  const rolledBack =
    version.rolledBackTo === 0n ? 'Rolled back to the default: ' : `Rolled back to version ${version.rolledBackTo}: `;
  return (
    <Stack gap={4} role="group" aria-label={`Version ${number}`}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          Version {String(number)}
          {isCurrent ? ', current' : ''}
        </Text>
        <Text size="sm">
          {moment(version.savedAt)} by {version.savedByName || version.savedBy}
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={open}
          aria-label={`${open ? 'Hide' : 'Show'} changes of version ${number}`}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide changes' : 'Show changes'}
        </Button>
        {!isCurrent && <RollBack setting={setting} toVersion={number} />}
      </Group>
      <Text size="sm" c="dimmed" className="reason">
        {version.isRollBack ? rolledBack : ''}
        {version.reason}
      </Text>
      {open && setting.facts && <VersionDiff facts={setting.facts} version={number} />}
    </Stack>
  );
}

import { useQuery } from '@connectrpc/connect-query';
import { Button, Skeleton, Stack } from '@mantine/core';
import { SettingService } from '@marquee/contracts/marketing/v1/settings_pb';
import { SETTING_MESSAGES } from '@marquee/rules/settings';
import { useState } from 'react';
import { VersionDiff } from '../settings/version-diff.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';

/** What a version of a setting changed, once somebody asks for it. */
export function SettingChanges({ settingKey, version }: { settingKey: string; version: bigint }) {
  const [open, setOpen] = useState(false);
  const text = open ? 'Hide changes' : 'Show changes';
  return (
    <Stack gap={4} mt={4} align="start">
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={open}
        aria-label={`${text} of ${settingKey}, version ${version}`}
        onClick={() => setOpen(!open)}
      >
        {text}
      </Button>
      {open && <Changes settingKey={settingKey} version={version} />}
    </Stack>
  );
}

function Changes({ settingKey: key, version }: { settingKey: string; version: bigint }) {
  const setting = useQuery(SettingService.method.getSetting, { key });
  const facts = setting.data?.setting?.facts;
  if (setting.isError) return <LoadFailed title={SETTING_MESSAGES.failedToLoad} again={() => setting.refetch()} />;
  if (!facts) return <Skeleton h={48} role="status" aria-label="The changes are loading" />;
  return <VersionDiff facts={facts} version={version} />;
}

import { Code, ConnectError } from '@connectrpc/connect';
import { useQuery } from '@connectrpc/connect-query';
import { Anchor, Skeleton, Stack, Text, Title } from '@mantine/core';
import { SettingService } from '@marquee/contracts/marketing/v1/settings_pb';
import { SETTING_MESSAGES } from '@marquee/rules/settings';
import { useEffect, useRef } from 'react';
import { Link, useParams } from 'react-router';
import { isForbidden } from '../api.ts';
import { Forbidden } from '../shell/forbidden.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { SettingForm } from './setting-form.tsx';
import { SettingHistory } from './setting-history.tsx';
import { lastSaved, levelsText, typeName } from './setting-names.ts';

/** /superadmin/settings/{key}: one setting, its value and its history [ADS-01]. */
export function SettingPage() {
  const { key = '' } = useParams();
  // What is edited must not change below the hands of who edits it.
  const query = useQuery(
    SettingService.method.getSetting,
    { key },
    { refetchOnWindowFocus: false, staleTime: Infinity },
  );
  const setting = query.data?.setting;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef('');
  const showing = setting?.facts && `${key} ${setting.facts.version}`;
  useEffect(() => {
    if (!showing) return;
    // The form of a version that was saved replaces the one whose button had the focus.
    const isSaved = shown.current !== '' && shown.current.startsWith(`${key} `) && shown.current !== showing;
    shown.current = showing;
    if (isSaved && document.activeElement === document.body) heading.current?.focus();
  }, [key, showing]);
  if (isForbidden(query.error)) return <Forbidden error={query.error} />;
  if (query.error && ConnectError.from(query.error).code === Code.NotFound) {
    return <NotFound title="This setting does not exist." />;
  }
  const { facts } = setting ?? {};
  return (
    <Stack gap="md" maw={960}>
      <title>{`${facts?.label ?? 'Setting'} · Back office · Marquee`}</title>
      <Anchor component={Link} to="/settings" size="sm">
        All settings
      </Anchor>
      {query.isError && <LoadFailed title={SETTING_MESSAGES.failedToLoadData} again={() => query.refetch()} />}
      {query.isPending && <Skeleton h={240} role="status" aria-label="The setting is loading" />}
      {setting && facts && (
        <>
          <Title ref={heading} order={1} size="h3" tabIndex={-1}>
            {facts.label}
          </Title>
          <Text size="sm" c="dimmed">
            {`${facts.description} ${typeName(facts)}${levelsText(facts)}, ${facts.key}. ${lastSaved(facts)}.`}
          </Text>
          <SettingForm key={showing} setting={setting} />
          <SettingHistory key={`history of ${key}`} setting={setting} />
        </>
      )}
    </Stack>
  );
}

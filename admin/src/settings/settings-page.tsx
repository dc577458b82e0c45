import { useQuery } from '@connectrpc/connect-query';
import { Anchor, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { type SettingFacts, SettingService } from '@marquee/contracts/marketing/v1/settings_pb';
import { SETTING_MESSAGES } from '@marquee/rules/settings';
import { Link, useSearchParams } from 'react-router';
import { isForbidden } from '../api.ts';
import { Forbidden } from '../shell/forbidden.tsx';
import { ListStates } from '../shell/list-states.tsx';
import { ListTable } from '../shell/list-table.tsx';
import { lastSaved, typeName } from './setting-names.ts';

/** /superadmin/settings: every setting with its kind and who changed it last [ADS-01]. */
export function SettingsPage() {
  const [search, setSearch] = useSearchParams();
  const query = search.get('q') ?? '';
  const list = useQuery(SettingService.method.listSettings, {});
  if (isForbidden(list.error)) return <Forbidden error={list.error} />;
  const words = query.trim().toLowerCase();
  const found = (list.data?.settings ?? []).filter(({ label, key, description }) =>
    `${label} ${key} ${description}`.toLowerCase().includes(words),
  );
  return (
    <Stack gap="sm" maw={1100}>
      <title>Settings · Back office · Marquee</title>
      <Title order={1} size="h3">
        Settings
      </Title>
      <TextInput
        label="Search settings"
        maw={480}
        value={query}
        maxLength={100}
        onChange={({ currentTarget }) =>
          setSearch(currentTarget.value === '' ? {} : { q: currentTarget.value }, { replace: true })
        }
      />
      <ListStates
        list={list}
        count={found.length}
        failed={SETTING_MESSAGES.failedToLoadSettings}
        empty="No setting matches your search"
        rowHeight={40}
      />
      {found.length > 0 && <SettingTable settings={found} />}
    </Stack>
  );
}

function SettingTable({ settings }: { settings: SettingFacts[] }) {
  return (
    <Table.ScrollContainer minWidth={720}>
      <ListTable aria-label="Settings" verticalSpacing="xs" stickyHeader={false}>
        <Table.Thead>
          <Table.Tr>
            {['Setting', 'Key', 'Type', 'Updated'].map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {settings.map((setting) => (
            <Table.Tr key={setting.key}>
              <Table.Td>
                <Anchor component={Link} to={`/settings/${setting.key}`} size="sm">
                  {setting.label}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {setting.description}
                </Text>
              </Table.Td>
              <Table.Td>{setting.key}</Table.Td>
              <Table.Td>{typeName(setting)}</Table.Td>
              <Table.Td miw="8rem">{lastSaved(setting)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ListTable>
    </Table.ScrollContainer>
  );
}

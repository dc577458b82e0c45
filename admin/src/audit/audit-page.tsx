import { useQuery } from '@connectrpc/connect-query';
import { Group, Select, Stack, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { AuditKind, UserBackOfficeService } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { isForbidden } from '../api.ts';
import { Forbidden } from '../shell/forbidden.tsx';
import { SEARCH_PAUSE_MS, useListParams } from '../shell/list-search.tsx';
import { auditKindLabel } from './audit-labels.ts';
import { AuditTrail } from './audit-trail.tsx';

const KINDS = Object.entries(auditKindLabel).filter(([kind]) => Number(kind) !== AuditKind.UNSPECIFIED);
const ID_CHARACTERS = 36;

/** /superadmin/audit: what staff did, by actor, kind and object [ADU-10]. */
export function AuditPage() {
  const [params, change] = useListParams();
  const [actorId, objectId] = [params.get('actor') ?? '', params.get('object') ?? ''];
  const kind = Object.values(AuditKind).find((value) => AuditKind[value as AuditKind] === params.get('kind'));
  const filter = { actorId, objectId, kind: (kind as AuditKind | undefined) ?? AuditKind.UNSPECIFIED };
  // The trail asks the same; somebody without the right sees it in place of the whole page.
  const first = useQuery(UserBackOfficeService.method.listAuditEntries, { ...filter, pageSize: 1 });
  const type = useDebouncedCallback((name: string, value: string) => change({ [name]: value.trim() }), SEARCH_PAUSE_MS);
  if (isForbidden(first.error)) return <Forbidden error={first.error} />;
  return (
    <Stack gap="sm">
      <title>Audit log · Back office · Marquee</title>
      <Group justify="space-between" align="end">
        <Title order={1} size="h3">
          Audit log
        </Title>
        <Group gap="sm" align="end">
          <Select
            size="xs"
            flex="1 1 10rem"
            label="What"
            clearable
            placeholder="Everything"
            value={filter.kind === AuditKind.UNSPECIFIED ? null : String(filter.kind)}
            data={KINDS.map(([value, label]) => ({ value, label }))}
            onChange={(value) => change({ kind: value ? (AuditKind[Number(value)] ?? '') : '' })}
          />
          {(['actor', 'object'] as const).map((name) => (
            <TextInput
              key={name}
              size="xs"
              flex="1 1 10rem"
              label={name === 'actor' ? 'Who (id)' : 'Whom or what (id or key)'}
              defaultValue={params.get(name) ?? ''}
              maxLength={ID_CHARACTERS}
              onChange={(event) => type(name, event.currentTarget.value)}
            />
          ))}
        </Group>
      </Group>
      <AuditTrail filter={filter} />
    </Stack>
  );
}

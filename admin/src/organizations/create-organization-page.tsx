import { useMutation } from '@connectrpc/connect-query';
import {
  Alert,
  Anchor,
  Breadcrumbs,
  Button,
  Group,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { OrganizationBackOfficeService } from '@marquee/contracts/festival/v1/organization_back_office_pb';
import { OrganizationType } from '@marquee/contracts/festival/v1/organization_pb';
import { Permission } from '@marquee/contracts/permissions';
import { refusalOf } from '@marquee/contracts/refusals';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { COUNTRIES } from '@marquee/rules/countries';
import { ORGANIZATION_LIMITS, ORGANIZATION_TYPES, organizationSchema } from '@marquee/rules/organizations';
import { SETTING_MESSAGES } from '@marquee/rules/settings';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { AccountPicker } from '../pickers/account-picker.tsx';
import { useStaff } from '../users/permissions.ts';
import { TYPE_LABELS } from './organization-labels.ts';
import { useOrganizationsRefresh } from './use-organizations-refresh.ts';

const EMPTY = { name: '', type: '', description: '', url: '', state: '', city: '', country: '', language: '' };
type Typed = typeof EMPTY;

const TYPES = ORGANIZATION_TYPES.map((value) => ({ value, label: TYPE_LABELS[OrganizationType[value]] }));
const COUNTRY_CHOICES = COUNTRIES.map(({ code, name }) => ({ value: code, label: name }));

/** /superadmin/festivals/new: staff found an organization that somebody else directs [ADO-01]. */
export function CreateOrganizationPage() {
  const navigate = useNavigate();
  const refresh = useOrganizationsRefresh();
  const { may } = useStaff();
  const create = useMutation(OrganizationBackOfficeService.method.createOrganizationFor);
  const [directorId, setDirectorId] = useState('');
  const [typed, setTyped] = useState<Typed>(EMPTY);
  const [problems, setProblems] = useState<Record<string, string>>({});

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const parsed = organizationSchema.safeParse(typed);
    const found = Object.fromEntries(
      (parsed.error?.issues ?? []).toReversed().map(({ path, message }) => [String(path[0]), message]),
    );
    if (directorId === '') found.directorId = SETTING_MESSAGES.selectUser;
    setProblems(found);
    if (!parsed.success || directorId === '') return;
    try {
      const answer = await create.mutateAsync({ ...parsed.data, type: OrganizationType[parsed.data.type], directorId });
      await refresh();
      navigate(`/festivals/${answer.organization?.organization?.id}`);
    } catch (error) {
      const { fields, message } = refusalOf(error);
      const known = Object.fromEntries(fields.map((one) => [one.field, one.message]));
      setProblems(fields.length > 0 ? known : { form: message || BACK_OFFICE_MESSAGES.saveFailed });
    }
  };
  const field = (name: keyof Typed) => ({
    value: typed[name],
    error: problems[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setTyped((before) => ({ ...before, [name]: value }));
    },
  });
  const choice = (name: keyof Typed) => ({
    value: typed[name] || null,
    error: problems[name],
    onChange: (value: string | null) => setTyped((before) => ({ ...before, [name]: value ?? '' })),
  });
  const { nameLengthMax, urlLengthMax, descriptionLengthMax, placeLengthMax } = ORGANIZATION_LIMITS;
  return (
    <Stack maw={560}>
      <title>New festival · Back office · Marquee</title>
      <Breadcrumbs>
        <Anchor component={Link} to="/festivals" size="sm">
          Festivals
        </Anchor>
        <Text size="sm">New festival</Text>
      </Breadcrumbs>
      <Title order={1} size="h3">
        New festival
      </Title>
      <form onSubmit={submit} noValidate>
        <Stack>
          <AccountPicker label="Director" accountId={directorId} taken={[]} onChange={setDirectorId} />
          {problems.directorId && (
            <Text size="sm" c="red" role="alert">
              {problems.directorId}
            </Text>
          )}
          <TextInput label="Name" required maxLength={nameLengthMax} {...field('name')} />
          <Select label="Type" required data={TYPES} {...choice('type')} />
          <Textarea
            label="Description"
            required
            autosize
            minRows={3}
            maxLength={descriptionLengthMax}
            {...field('description')}
          />
          <TextInput label="Custom URL" maxLength={urlLengthMax} {...field('url')} />
          <Select label="Country" searchable clearable data={COUNTRY_CHOICES} {...choice('country')} />
          <TextInput label="City" maxLength={placeLengthMax} {...field('city')} />
          <TextInput label="State" maxLength={placeLengthMax} {...field('state')} />
          {problems.form && (
            <Alert color="red" role="alert">
              {problems.form}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button type="submit" loading={create.isPending} disabled={!may(Permission.MANAGE_FESTIVALS)}>
              Create festival
            </Button>
          </Group>
        </Stack>
      </form>
    </Stack>
  );
}

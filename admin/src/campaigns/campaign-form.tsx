import { useMutation } from '@connectrpc/connect-query';
import { Alert, Button, Group, Input, Stack, Switch, Text, TextInput } from '@mantine/core';
import { type Campaign, CampaignService } from '@marquee/contracts/film/v1/campaigns_pb';
import { ArrayItemType } from '@marquee/contracts/marketing/v1/settings_pb';
import { refusalOf } from '@marquee/contracts/refusals';
import { AD_SECONDS_MAX } from '@marquee/rules/ads';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { CAMPAIGN_LIMITS, campaignSchema } from '@marquee/rules/campaigns';
import { type FormEvent, useState } from 'react';
import { fieldOf, timeOf } from '../featured/featured-dates.ts';
import { EntityName, EntityPicker } from '../pickers/entity-picker.tsx';
import { useCampaignsRefresh } from './use-campaigns-refresh.ts';

type Typed = Record<'title' | 'clickUrl' | 'companionText' | 'skipAfter' | 'startsAt' | 'endsAt', string>;
const dateOf = (field: string) => (field === '' ? undefined : new Date(field));

type Props = { campaign?: Campaign; onSaved: (campaign: Campaign) => void };

/** What staff fill in of a campaign. One that exists keeps its film. */
export function CampaignForm({ campaign, onSaved }: Props) {
  const refresh = useCampaignsRefresh();
  const save = useMutation(CampaignService.method.saveCampaign);
  const [filmId, setFilmId] = useState(campaign?.filmId ?? '');
  const [enabled, setEnabled] = useState(campaign?.enabled ?? true);
  const [typed, setTyped] = useState<Typed>({
    title: campaign?.title ?? '',
    clickUrl: campaign?.clickUrl ?? '',
    companionText: campaign?.companionText ?? '',
    skipAfter: campaign ? String(campaign.skipAfterSeconds ?? '') : '5',
    startsAt: fieldOf(campaign?.startsAt),
    endsAt: fieldOf(campaign?.endsAt),
  });
  const [problems, setProblems] = useState<Record<string, string>>({});

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { title, clickUrl, companionText, skipAfter } = typed;
    const { data, error } = campaignSchema.safeParse({
      ...{ title, filmId, clickUrl, companionText, enabled },
      ...{ startsAt: dateOf(typed.startsAt), endsAt: dateOf(typed.endsAt) },
      skipAfterSeconds: skipAfter.trim() === '' ? undefined : Number(skipAfter),
    });
    const issues = error?.issues.toReversed() ?? [];
    setProblems(Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])));
    if (!data) return;
    try {
      const answer = await save.mutateAsync({
        ...data,
        ...{ startsAt: timeOf(typed.startsAt), endsAt: timeOf(typed.endsAt) },
        ...{ campaignId: campaign?.id ?? '', expectedVersion: campaign?.version ?? 0n },
      });
      await refresh();
      if (answer.campaign) onSaved(answer.campaign);
    } catch (thrown) {
      const { fields, message } = refusalOf(thrown);
      const known = Object.fromEntries(fields.map((one) => [one.field, one.message]));
      setProblems(fields.length > 0 ? known : { form: message || BACK_OFFICE_MESSAGES.saveFailed });
    }
  };
  /** What is changed is judged again when it is sent. */
  const drop = (name: string) => setProblems(({ [name]: _, ...others }) => others);
  const field = (name: keyof Typed, problem: string = name) => ({
    value: typed[name],
    error: problems[problem],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setTyped((before) => ({ ...before, [name]: value }));
      drop(problem);
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw={480}>
        <TextInput
          label="Title"
          description="For staff alone."
          required
          maxLength={CAMPAIGN_LIMITS.titleLengthMax}
          {...field('title')}
        />
        <AdvertisedFilm
          {...{ campaign, filmId, problem: problems.filmId }}
          onChange={(chosen) => {
            setFilmId(chosen);
            drop('filmId');
          }}
        />
        <TextInput
          label="Text beside the ad"
          description="Empty: the title of the film."
          maxLength={CAMPAIGN_LIMITS.textLengthMax}
          {...field('companionText')}
        />
        <TextInput
          label="Where the ad leads"
          description="An address of https. Empty: the page of the film."
          type="url"
          maxLength={CAMPAIGN_LIMITS.urlLengthMax}
          {...field('clickUrl')}
        />
        <TextInput
          label="Can be skipped after"
          description={`Seconds, up to ${AD_SECONDS_MAX}. Empty: it cannot be skipped.`}
          inputMode="numeric"
          {...field('skipAfter', 'skipAfterSeconds')}
        />
        <TextInput type="datetime-local" label="First shown" description="Empty: from now on." {...field('startsAt')} />
        <TextInput
          type="datetime-local"
          label="Last shown"
          description="Empty: until it is turned off."
          {...field('endsAt')}
        />
        <Text size="xs" c="dimmed">
          {`Times are in ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`}
        </Text>
        <Switch label="Enabled" checked={enabled} onChange={(event) => setEnabled(event.currentTarget.checked)} />
        {problems.form && (
          <Alert color="red" role="alert">
            {problems.form}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {campaign ? 'Save' : 'Make the campaign'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type FilmProps = {
  campaign: Campaign | undefined;
  filmId: string;
  onChange: (filmId: string) => void;
  problem: string | undefined;
};

/** The film whose trailer is the ad. */
function AdvertisedFilm({ campaign, filmId, onChange, problem }: FilmProps) {
  const error = problem && <Input.Error role="alert">{problem}</Input.Error>;
  if (filmId === '') {
    return (
      <div>
        <EntityPicker type={ArrayItemType.FILM} label="Film whose trailer is the ad" taken={[]} onPick={onChange} />
        {error}
      </div>
    );
  }
  return (
    <div>
      <Text size="sm" fw={500}>
        Film whose trailer is the ad
      </Text>
      <Group gap="xs">
        {campaign ? (
          <Text size="sm">{campaign.filmTitle}</Text>
        ) : (
          <>
            <EntityName type={ArrayItemType.FILM} id={filmId} />
            <Button size="compact-xs" variant="subtle" onClick={() => onChange('')}>
              Choose another film
            </Button>
          </>
        )}
      </Group>
      {error}
    </div>
  );
}

import { MultiSelect, Select, Text, Textarea, TextInput } from '@mantine/core';
import { AccountType, ConsumerType, type User } from '@marquee/contracts/identity/v1/account_pb';
import { ACCOUNT_LIMITS } from '@marquee/rules/account';
import { COUNTRIES } from '@marquee/rules/countries';
import { TALENTS_MAX, talentsFor } from '@marquee/rules/talents';
import type { ReactNode } from 'react';
import type { UserChanges } from './use-update-user.ts';
import { accountTypeLabel, consumerTypeLabel } from './user-labels.ts';

export type Part = 'bio' | 'type' | 'talents' | 'consumer-type' | 'location';
export type Changes = Omit<UserChanges, 'reason'>;

/** What is typed and chosen on the page. */
export type Draft = Pick<User, 'bio' | 'type' | 'talents' | 'consumerType' | 'country' | 'state' | 'city'>;

export const partTitle: Record<Part, string> = {
  bio: 'Bio',
  type: 'Type',
  talents: 'Talents',
  'consumer-type': 'Consumer type',
  location: 'Location',
};
export const isPart = (part: string): part is Part => part in partTitle;

export function draftOf({ bio, type, talents, consumerType, country, state, city }: User): Draft {
  return { bio, type, talents, consumerType, country, state, city };
}

type FieldsProps = { draft: Draft; user: User; change: (next: Partial<Draft>) => void };
type Editor = {
  Fields: (props: FieldsProps) => ReactNode;
  note?: string;
  /** Nothing where nothing was changed, or where the value is empty [ADU-09]. */
  changes: (draft: Draft, user: User) => Changes | undefined;
};

const isPro = ({ consumerType }: User) =>
  consumerType === ConsumerType.ENTERTAINMENT_PRO || consumerType === ConsumerType.B2B;

const bio: Editor = {
  Fields: ({ draft, change }) => (
    <Textarea
      label="Bio"
      autosize
      minRows={3}
      value={draft.bio}
      maxLength={ACCOUNT_LIMITS.bioCharactersMax}
      onChange={(event) => change({ bio: event.currentTarget.value })}
    />
  ),
  changes: (draft, user) => {
    const text = draft.bio.trim();
    return text === '' || text === user.bio ? undefined : { bio: text };
  },
};

const type: Editor = {
  Fields: ({ draft, user, change }) =>
    isPro(user) ? (
      <Select
        label="Type"
        allowDeselect={false}
        value={String(draft.type)}
        data={[AccountType.INDIVIDUAL, AccountType.COMPANY].map((value) => ({
          value: String(value),
          label: accountTypeLabel[value],
        }))}
        onChange={(value) => change({ type: Number(value) })}
      />
    ) : (
      <Text>Movie Lovers have no type.</Text>
    ),
  note: 'Another type clears the talents.',
  changes: ({ type: chosen }, user) =>
    chosen === AccountType.UNSPECIFIED || chosen === user.type ? undefined : { type: chosen },
};

const talents: Editor = {
  Fields: ({ draft, user, change }) => {
    const of = user.type === AccountType.UNSPECIFIED ? undefined : user.type;
    if (of === undefined) return <Text>Talents belong to a type, and this account has none.</Text>;
    return (
      <MultiSelect
        label="Talents"
        description={`At most ${TALENTS_MAX}`}
        searchable
        hidePickedOptions
        maxValues={TALENTS_MAX}
        value={draft.talents}
        data={talentsFor(of === AccountType.COMPANY ? 'COMPANY' : 'INDIVIDUAL')}
        onChange={(chosen) => change({ talents: chosen })}
      />
    );
  },
  changes: ({ talents: chosen }, user) =>
    chosen.length === 0 || chosen.join() === user.talents.join() ? undefined : { talents: { talents: chosen } },
};

const consumerType: Editor = {
  Fields: ({ draft, change }) => (
    <Select
      label="Consumer type"
      allowDeselect={false}
      value={String(draft.consumerType)}
      data={[ConsumerType.MOVIE_LOVER, ConsumerType.ENTERTAINMENT_PRO, ConsumerType.B2B].map((value) => ({
        value: String(value),
        label: consumerTypeLabel[value],
      }))}
      onChange={(value) => change({ consumerType: Number(value) })}
    />
  ),
  note: 'A Movie Lover has neither a type nor talents.',
  changes: ({ consumerType: chosen }, user) =>
    chosen === ConsumerType.UNSPECIFIED || chosen === user.consumerType ? undefined : { consumerType: chosen },
};

const location: Editor = {
  Fields: ({ draft, change }) => (
    <>
      <Select
        label="Country"
        searchable
        allowDeselect={false}
        value={draft.country || null}
        data={COUNTRIES.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(value) => change({ country: value ?? '' })}
      />
      {(['state', 'city'] as const).map((field) => (
        <TextInput
          key={field}
          label={field === 'state' ? 'State' : 'City'}
          value={draft[field]}
          maxLength={ACCOUNT_LIMITS.placeCharactersMax}
          onChange={(event) => change({ [field]: event.currentTarget.value })}
        />
      ))}
    </>
  ),
  changes: (draft, user) => {
    const given = (['country', 'state', 'city'] as const)
      .map((field) => [field, draft[field].trim()] as const)
      .filter(([field, value]) => value !== '' && value !== user[field]);
    return given.length === 0 ? undefined : Object.fromEntries(given);
  },
};

export const EditFields: Record<Part, Editor> = { bio, type, talents, 'consumer-type': consumerType, location };

import { Anchor, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { User } from '@marquee/contracts/identity/v1/account_pb';
import { Permission } from '@marquee/contracts/permissions';
import { BACK_OFFICE_LIMITS, BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { countryName } from '@marquee/rules/countries';
import { languageName } from '@marquee/rules/languages';
import { refusalText } from '../api.ts';
import { EditValue } from '../dialogs/edit-value.tsx';
import { Editable, Facts } from './facts.tsx';
import { useStaff } from './permissions.ts';
import { useUpdateUser } from './use-update-user.ts';
import { accountTypeLabel, consumerTypeLabel, timeText, visibilityLabel } from './user-labels.ts';
import { UserPicture } from './user-picture.tsx';
import { AddressLink } from './user-table.tsx';

/** Who somebody is, and where staff change it [ADU-04]. */
export function UserProfile({ user }: { user: User }) {
  const { may } = useStaff();
  const at = (part: string) => `/users/${user.id}/${part}`;
  const mayEdit = may(Permission.EDIT_USERS);
  const edited = (value: string, part: string, label: string) =>
    mayEdit ? <Editable value={value} to={at(part)} label={label} /> : value;
  const place = [user.city, user.state, countryName(user.country)].filter(Boolean).join(', ');
  return (
    <Facts
      label="Profile"
      rows={[
        ['Picture', <UserPicture key="picture" user={user} mayEdit={mayEdit} />],
        ['First name', <Name key="first" user={user} field="firstName" mayEdit={mayEdit} />],
        ['Last name', <Name key="last" user={user} field="lastName" mayEdit={mayEdit} />],
        ['Email', <AddressLink key="email" scheme="mailto" address={user.email} />],
        ['Phone', <AddressLink key="phone" scheme="tel" address={user.phone} />],
        ['Bio', edited(user.bio, 'bio', 'bio')],
        ['Location', edited(place, 'location', 'location')],
        ['Consumer type', edited(consumerTypeLabel[user.consumerType], 'consumer-type', 'consumer type')],
        ['Type', edited(accountTypeLabel[user.type], 'type', 'type')],
        ['Language', languageName(user.preferredLanguage)],
        [
          'Visibility',
          <Anchor key="page" inherit href={`/profile/${user.id}`}>
            {visibilityLabel[user.profileVisibility]}
          </Anchor>,
        ],
        ['Added', timeText(user.createdAt)],
        ['Last signed in', timeText(user.lastSignedInAt)],
      ]}
    />
  );
}

const NAMES = {
  firstName: { label: 'First name', failure: BACK_OFFICE_MESSAGES.firstNameFailed },
  lastName: { label: 'Last name', failure: BACK_OFFICE_MESSAGES.lastNameFailed },
} as const;

function Name({ user, field, mayEdit }: { user: User; field: keyof typeof NAMES; mayEdit: boolean }) {
  const { save } = useUpdateUser(user.id);
  const { label, failure } = NAMES[field];
  const saveName = async (value: string, reason: string) => {
    try {
      await save({ [field]: value, reason });
    } catch (error) {
      notifications.show({ color: 'red', title: failure, message: refusalText(error) ?? '' });
      throw new Error(refusalText(error) ?? failure, { cause: error });
    }
  };
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <span>{user[field] || '–'}</span>
      {mayEdit && (
        <EditValue
          label={label}
          value={user[field]}
          lengthMax={BACK_OFFICE_LIMITS.staffNameCharactersMax}
          reasoned
          save={saveName}
        />
      )}
    </Group>
  );
}

import { useQuery } from '@connectrpc/connect-query';
import { Anchor, Badge, Breadcrumbs, Group, Skeleton, Stack, Tabs, Text, Title } from '@mantine/core';
import { ConsumerType, type User } from '@marquee/contracts/identity/v1/account_pb';
import { UserBackOfficeService } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { Permission } from '@marquee/contracts/permissions';
import { isNotFound } from '@marquee/contracts/refusals';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { Link, useParams, useSearchParams } from 'react-router';
import { isForbidden } from '../api.ts';
import { AuditTrail } from '../audit/audit-trail.tsx';
import { UserFees } from '../orders/user-fees.tsx';
import { UserTicketOrders } from '../orders/user-ticket-orders.tsx';
import { Forbidden } from '../shell/forbidden.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { useStaff } from './permissions.ts';
import { UserActions } from './user-actions.tsx';
import { LoverDetails, ProDetails } from './user-details.tsx';
import { UserGrants } from './user-grants.tsx';
import { nameOf, roleLabel, statusOf } from './user-labels.ts';
import { UserOrders } from './user-orders.tsx';
import { UserPayouts } from './user-payouts.tsx';
import { UserProfile } from './user-profile.tsx';
import { UserReferrals } from './user-referrals.tsx';
import { UserSubscription } from './user-subscription.tsx';
import { UserTechnical } from './user-technical.tsx';

const TABS = [
  ['profile', 'Profile'],
  ['pro', 'eoPro Details'],
  ['lover', 'Movie Lover Details'],
  ['referrals', 'Referrals'],
  ['technical', 'Technical'],
  ['subscriptions', 'Subscriptions'],
] as const;
const DOWNLOADS = ['downloads', 'Downloads'] as const;

/** Accounts of businesses also have downloads [ADU-03]. */
const tabsOf = ({ consumerType }: User) => (consumerType === ConsumerType.B2B ? [...TABS, DOWNLOADS] : TABS);

/** /superadmin/users/{userId} [ADU-03]. */
export function UserPage() {
  const { userId = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const { may } = useStaff();
  const answer = useQuery(UserBackOfficeService.method.getUser, { accountId: userId });
  if (isForbidden(answer.error)) return <Forbidden error={answer.error} />;
  if (isNotFound(answer.error)) {
    return <NotFound title={BACK_OFFICE_MESSAGES.userNotFound} to="/users" all="All users" />;
  }
  if (answer.isError) return <LoadFailed title={BACK_OFFICE_MESSAGES.loadFailed} again={() => answer.refetch()} />;
  const entry = answer.data?.user;
  const user = entry?.user;
  if (!entry || !user) return <Skeleton h={400} aria-label="Loading the user" />;

  const tabs = tabsOf(user);
  const asked = params.get('tab');
  const tab = tabs.some(([value]) => value === asked) ? asked : 'profile';
  const { label, tone } = statusOf(user);
  return (
    <Stack gap="sm">
      <title>{`${nameOf(user)} · Back office · Marquee`}</title>
      <Breadcrumbs style={{ flexWrap: 'nowrap' }}>
        <Anchor component={Link} to="/users" size="sm">
          Users
        </Anchor>
        <Text size="sm" py={2} truncate>
          {nameOf(user)}
        </Text>
      </Breadcrumbs>
      <Group justify="space-between">
        <Group gap="xs">
          <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
            {nameOf(user)}
          </Title>
          <Badge className="status" data-tone={tone} radius="sm" variant="transparent">
            {label}
          </Badge>
          {user.roles.map((role) => (
            <Badge key={role} variant="outline">
              {roleLabel[role]}
            </Badge>
          ))}
        </Group>
        <UserActions user={user} />
      </Group>
      {entry.suspendedReason && (
        <Text size="sm" className="reason">
          {`Banned: ${entry.suspendedReason}`}
        </Text>
      )}
      <Tabs
        value={tab}
        onChange={(next) => setParams(next ? { tab: next } : {}, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List>
          {tabs.map(([value, title]) => (
            <Tabs.Tab key={value} value={value}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="profile" pt="md">
          <UserProfile user={user} />
        </Tabs.Panel>
        <Tabs.Panel value="pro" pt="md">
          <Stack>
            <ProDetails user={user} />
            <UserPayouts accountId={user.id} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="lover" pt="md">
          <Stack>
            <LoverDetails user={user} />
            <UserGrants accountId={user.id} />
            <UserOrders accountId={user.id} />
            <UserTicketOrders accountId={user.id} />
            <UserFees accountId={user.id} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="referrals" pt="md">
          <UserReferrals user={user} />
        </Tabs.Panel>
        <Tabs.Panel value="technical" pt="md">
          <UserTechnical entry={entry} user={user} />
        </Tabs.Panel>
        <Tabs.Panel value="subscriptions" pt="md">
          <UserSubscription accountId={user.id} />
        </Tabs.Panel>
        {tabs.some(([value]) => value === 'downloads') && (
          <Tabs.Panel value="downloads" pt="md">
            <Text c="dimmed">Marquee has no downloads yet, so none are recorded.</Text>
          </Tabs.Panel>
        )}
      </Tabs>
      {may(Permission.SEE_AUDIT_LOG) && (
        <Stack gap="xs" mt="lg">
          <Title order={2} size="h4">
            What staff did
          </Title>
          <AuditTrail filter={{ objectId: user.id }} pageOf={user.id} />
        </Stack>
      )}
    </Stack>
  );
}

import { useInfiniteQuery } from '@connectrpc/connect-query';
import { Anchor } from '@mantine/core';
import {
  type AuditChange,
  type AuditEntry,
  type AuditKind,
  AuditObject,
  UserBackOfficeService,
} from '@marquee/contracts/identity/v1/user_back_office_pb';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { ActionTimeline, type TimelineEntry } from '../shell/action-timeline.tsx';
import { pagedByKey } from '../shell/paged.ts';
import { timeText } from '../users/user-labels.ts';
import { UserLink } from '../users/user-link.tsx';
import { auditKindLabel } from './audit-labels.ts';

const PAGE_SIZE = 25;

export type AuditFilter = { actorId?: string; kind?: AuditKind; objectId?: string };

const SettingChanges = lazy(async () => ({ default: (await import('./setting-changes.tsx')).SettingChanges }));

/**
 * What staff did, newest first, with what was before and after and why [ADU-10]. Each entry links to its object, but not
 * to the one whose page this is.
 */
export function AuditTrail({ filter, pageOf }: { filter: AuditFilter; pageOf?: string }) {
  const list = useInfiniteQuery(
    UserBackOfficeService.method.listAuditEntries,
    { ...filter, pageSize: PAGE_SIZE, cursor: '' },
    pagedByKey,
  );
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <ActionTimeline
      list={list}
      entries={entries.map((entry) => timelineEntry(entry, entry.objectId !== pageOf))}
      name="audit log"
    />
  );
}

function timelineEntry(entry: AuditEntry, withObject: boolean): TimelineEntry {
  const { id, kind, actorId, actorName, createdAt, reason, changes } = entry;
  const who = (
    <>
      {actorId ? <UserLink id={actorId} name={actorName} /> : 'The staff command'}
      {` · ${timeText(createdAt)}`}
      {withObject && (
        <>
          {' · '}
          <ObjectLink entry={entry} />
        </>
      )}
    </>
  );
  return { id, title: auditKindLabel[kind], who, reason, changes: changes.map(changeText), details: detailsOf(entry) };
}

/** The values of a setting are in its history: a text may be long. */
function detailsOf({ objectKind, objectId, changes }: AuditEntry): ReactNode {
  const version = changes.find(({ field }) => field === 'version')?.after;
  if (objectKind !== AuditObject.SETTING || version === undefined) return null;
  return (
    <Suspense fallback={null}>
      <SettingChanges settingKey={objectId} version={BigInt(version)} />
    </Suspense>
  );
}

function ObjectLink({ entry: { objectKind, objectId } }: { entry: AuditEntry }) {
  const [to, text] = placeOf[objectKind]?.(objectId) ?? [`/users/${objectId}`, objectId];
  return (
    <Anchor inherit underline="always" component={Link} to={to}>
      {text}
    </Anchor>
  );
}

/** Where the object of an entry is, and its link's text. */
const placeOf: Partial<Record<AuditObject, (id: string) => readonly [to: string, text: string]>> = {
  [AuditObject.INVITATION]: () => ['/users/new', 'Invitation'],
  [AuditObject.STAFF_NOTICE]: () => ['/users/notices', 'Notification'],
  [AuditObject.REPORT]: (id) => [`/reports/${id}`, 'Report'],
  [AuditObject.SETTING]: (key) => [`/settings/${key}`, key],
};

const FIELDS: Record<string, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  bio: 'Bio',
  country: 'Country',
  state: 'State',
  city: 'City',
  accountType: 'Type',
  consumerType: 'Consumer type',
  talents: 'Talents',
  suspended: 'Banned',
  device: 'Device',
  roles: 'Roles',
  recipients: 'Recipients',
  title: 'Title',
  text: 'Text',
  profilePicture: 'Picture',
  note: 'Note to the reporter',
  version: 'Version',
};
const VALUES: Record<string, string> = { '': '–', true: 'yes', false: 'no' };

function changeText({ field, before, after }: AuditChange): string {
  if (field === 'rolledBackTo') return `Rolled back to ${after === '0' ? 'the default' : `version ${after}`}`;
  if (field === 'version' && before === '0') return `Version: the default → ${after}`;
  const [from, to] = [before, after].map((value) => VALUES[value] ?? value);
  return `${FIELDS[field] ?? field}: ${from} → ${to}`;
}

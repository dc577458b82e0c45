import { ProfileReportReason } from '@marquee/contracts/identity/v1/profile_report_pb';
import { type StaffReport, StaffReportKind, StaffReportState } from '@marquee/contracts/identity/v1/report_queue_pb';
import { PROFILE_REPORT_REASON_LABELS } from '@marquee/rules/profile-reports';

export const reportKindLabel: Record<StaffReportKind, string> = {
  [StaffReportKind.UNSPECIFIED]: '–',
  [StaffReportKind.BUG]: 'Bug',
  [StaffReportKind.FEEDBACK]: 'Feedback',
  [StaffReportKind.PROFILE]: 'Profile',
};

type Tone = 'good' | 'warn' | 'action';
export const reportState: Record<StaffReportState, { label: string; tone: Tone }> = {
  [StaffReportState.UNSPECIFIED]: { label: '–', tone: 'warn' },
  [StaffReportState.OPEN]: { label: 'OPEN', tone: 'action' },
  [StaffReportState.IN_HAND]: { label: 'IN HAND', tone: 'warn' },
  [StaffReportState.CLOSED]: { label: 'CLOSED', tone: 'good' },
};

const reasonLabel = (reason: ProfileReportReason): string =>
  PROFILE_REPORT_REASON_LABELS[ProfileReportReason[reason] as keyof typeof PROFILE_REPORT_REASON_LABELS] ?? '–';

/** What a report is about, in a line. */
export const reportTitle = ({ title, reason, kind }: StaffReport): string =>
  kind === StaffReportKind.PROFILE ? reasonLabel(reason) : title;

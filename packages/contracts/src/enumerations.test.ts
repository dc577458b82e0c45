import type { DescEnum } from '@bufbuild/protobuf';
import { OrganizationStatusSchema, OrganizationTypeSchema } from '@marquee/contracts/festival/v1/organization_pb';
import { BallotTypeSchema } from '@marquee/contracts/festival/v1/vote_pb';
import {
  DrmEncodingStatusSchema,
  LicenseAgreementStatusSchema,
  ListingStatusSchema,
  ProjectTypeSchema,
  ReleaseTypeSchema,
} from '@marquee/contracts/film/v1/film_pb';
import {
  AccountStatusSchema,
  AccountTypeSchema,
  ConsumerTypeSchema,
  RoleSchema,
  SubscriptionTypeSchema,
} from '@marquee/contracts/identity/v1/account_pb';
import { InvitationTypeSchema } from '@marquee/contracts/invitation/v1/invitation_pb';
import { ArrayItemTypeSchema, SettingTypeSchema } from '@marquee/contracts/marketing/v1/settings_pb';
import { ProtectionStatusSchema, TranscodeStatusSchema } from '@marquee/contracts/media/v1/media_pb';

/** The values of an enumeration without what its zero stands for, which is that nothing was given. */
const valuesOf = ({ values }: DescEnum) =>
  values.filter(({ number }) => number !== 0).map(({ localName }) => localName);

// Where the product brief says "others", what the product has besides stands here as well.
test.each<[DescEnum, string]>([
  [ConsumerTypeSchema, 'MOVIE_LOVER ENTERTAINMENT_PRO B2B'],
  [AccountTypeSchema, 'INDIVIDUAL COMPANY'],
  [RoleSchema, 'ADMIN SUPER_USER'],
  [AccountStatusSchema, 'ACTIVE SUSPENDED BOUNCED_EMAIL'],
  [SubscriptionTypeSchema, 'NONE FREEMIUM PRO PREMIUM'],
  [ReleaseTypeSchema, 'WATCH_NOW SCREENING TRAILER SHOWREEL'],
  [ProjectTypeSchema, 'SHORT FEATURE'],
  [LicenseAgreementStatusSchema, 'ACCEPTED'],
  [ListingStatusSchema, 'MISSING_ASSETS PENDING_REVIEW APPROVED'],
  [OrganizationTypeSchema, 'FILM_FESTIVAL MEDIA_CLUB MUSIC_ARTIST CINEMA FILM_SCHOOL OTHER'],
  [OrganizationStatusSchema, 'INACTIVE ACTIVE'],
  [InvitationTypeSchema, 'CREDIT EVENT_TICKET'],
  [BallotTypeSchema, 'CHOICE SCORE'],
  [SettingTypeSchema, 'RICHTEXT ARRAY TEXT NUMBER BOOLEAN'],
  [ArrayItemTypeSchema, 'USER FILM OPTION OTHER'],
  [TranscodeStatusSchema, 'IN_PROGRESS COMPLETE ERROR'],
  [ProtectionStatusSchema, 'IN_PROGRESS COMPLETED FAILED'],
  [DrmEncodingStatusSchema, 'IN_PROGRESS COMPLETED FAILED'],
])('%s has exactly the values of the product [ENT-14:built]', (enumeration, values) => {
  expect(valuesOf(enumeration)).toEqual(values.split(' '));
});

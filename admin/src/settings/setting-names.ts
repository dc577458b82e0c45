import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import { ArrayItemType, type SettingFacts, SettingType } from '@marquee/contracts/marketing/v1/settings_pb';
import { formatMoment } from '@marquee/rules/format';

const TYPES: Record<SettingType, string> = {
  [SettingType.UNSPECIFIED]: '',
  [SettingType.RICHTEXT]: 'Rich text',
  [SettingType.ARRAY]: 'List',
  [SettingType.TEXT]: 'Text',
  [SettingType.NUMBER]: 'Number',
  [SettingType.BOOLEAN]: 'Yes or no',
};

const ITEMS: Record<ArrayItemType, string> = {
  [ArrayItemType.UNSPECIFIED]: '',
  [ArrayItemType.USER]: 'List of users',
  [ArrayItemType.FILM]: 'List of films',
  [ArrayItemType.OPTION]: 'List of options',
  [ArrayItemType.OTHER]: 'List',
};

export const typeName = ({ type, arrayItemType }: Pick<SettingFacts, 'type' | 'arrayItemType'>): string =>
  type === SettingType.ARRAY ? ITEMS[arrayItemType] || TYPES[type] : TYPES[type];

/** What a list holds below its items; nothing where it has no such levels. */
export function levelsText({ levels }: Pick<SettingFacts, 'levels'>): string {
  if (levels === 0) return '';
  return ` with ${levels === 1 ? 'one level' : `${levels} levels`} of child items`;
}

export const moment = (at: Timestamp | undefined): string => (at ? formatMoment(timestampDate(at)) : '');

/** When it was saved last and by whom; nothing of a setting that nobody has changed. */
export function lastSaved({ version, updatedAt, updatedBy, updatedByName }: SettingFacts): string {
  if (version === 0n) return 'Never changed';
  return `${moment(updatedAt)} by ${updatedByName || updatedBy}`;
}

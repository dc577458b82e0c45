import { SETTING_MESSAGES } from '@marquee/rules/settings';
import { DomainError, invalid } from '@marquee/runtime/errors';

export function settingNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'SETTING_NOT_FOUND', message: 'This setting does not exist.' });
}

export function settingVersionNotFound(): DomainError {
  return new DomainError({
    kind: 'NOT_FOUND',
    reason: 'SETTING_VERSION_NOT_FOUND',
    message: 'This setting has no such version.',
  });
}

type Later = { version: bigint; updatedBy: string; updatedByName: string };

/** Somebody has saved since the caller loaded the setting: says who. */
export function settingConflict(later: Later | undefined): DomainError {
  const who = later?.updatedByName || 'Somebody else';
  return new DomainError({
    kind: 'CONFLICT',
    reason: 'SETTING_CHANGED',
    message: `${who} saved this setting in the meantime. Nothing of yours was saved.`,
    ...(later && { metadata: { version: String(later.version), savedBy: later.updatedBy } }),
  });
}

/** Items of a list of accounts that name nobody. */
export function notUsers(indexes: readonly number[]): DomainError {
  return invalid(
    indexes.map((index) => ({ field: `value.items.${index}.name`, message: SETTING_MESSAGES.selectUser })),
  );
}

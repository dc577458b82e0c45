import { refusalOf } from '@marquee/contracts/refusals';
import { ApiError, wordedRefusal } from './api-error.ts';

/** What a call threw, as pages read it. */
export function toApiError(thrown: unknown): ApiError {
  return thrown instanceof ApiError ? thrown : new ApiError(wordedRefusal(refusalOf(thrown)), thrown);
}

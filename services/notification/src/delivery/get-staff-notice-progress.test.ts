import { newId } from '@marquee/data/ids';
import { getStaffNoticeProgressSchema } from './get-staff-notice-progress.ts';

test('staff ask for the progress of up to fifty notices', () => {
  const isTaken = (count: number) =>
    getStaffNoticeProgressSchema.safeParse({ staffNoticeIds: Array.from({ length: count }, newId) }).success;
  expect([0, 1, 50, 51].map(isTaken)).toEqual([false, true, true, false]);
});

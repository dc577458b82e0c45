/** The date of an ISO day, as rows keep it; none for ''. */
export function dateOf(isoDay: string): Date | null {
  return isoDay ? new Date(`${isoDay}T00:00:00.000Z`) : null;
}

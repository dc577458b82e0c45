/** A media club shows films and takes none [FES-06]. */
export const takesSubmissions = (organizationType: string): boolean => organizationType !== 'MEDIA_CLUB';

import type { Api } from '../../api/context.ts';

/** What is counted of a person, credits aside, which film counts. */
export type ProfileCounters = { connections: number; referrals: number; profileViews: number };

/** The counters of a profile; null when they could not be asked for: the profile stands without them [PRO-16]. */
export async function getProfileCounters(people: Api['people'], profileId: string): Promise<ProfileCounters | null> {
  try {
    const { connections, referrals, profileViews } = await people.getProfileCounters({ profileId });
    return { connections, referrals, profileViews: Number(profileViews) };
  } catch {
    return null;
  }
}

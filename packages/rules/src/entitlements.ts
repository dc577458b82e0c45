/** What an account can have. NONE never chose one; FREEMIUM costs nothing. */
export const PLANS = ['NONE', 'FREEMIUM', 'PRO', 'PREMIUM'] as const;
export type PlanName = (typeof PLANS)[number];

/** What a plan allows. */
export type Entitlements = {
  /** Ads come before films that are watched on demand [WAT-11]. */
  seesAds: boolean;
  /** Posts jobs [NET-04]. */
  postsJobs: boolean;
};

/** The one table of what each plan allows. */
const ENTITLEMENTS: Readonly<Record<PlanName, Entitlements>> = {
  NONE: { seesAds: true, postsJobs: false },
  FREEMIUM: { seesAds: false, postsJobs: false },
  PRO: { seesAds: false, postsJobs: true },
  PREMIUM: { seesAds: false, postsJobs: true },
};

/** What the plan of an account allows; a plan that this release does not know allows what NONE does. */
export function entitlementsOf(plan: string | undefined): Entitlements {
  return ENTITLEMENTS[(PLANS as readonly string[]).includes(plan ?? '') ? (plan as PlanName) : 'NONE'];
}

/** The screens of onboarding [ONB-02]. */
export const ONBOARDING_PATHS = {
  USER_TYPE: '/onboarding',
  FULL_NAME: '/onboarding/fullname',
  TALENTS: '/onboarding/talents',
  LOCATION: '/onboarding/location',
} as const;

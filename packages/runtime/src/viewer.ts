import { forbidden, signInNeeded } from './errors.ts';

export type Role = 'ADMIN' | 'SUPER_USER';
export type ConsumerType = 'UNSPECIFIED' | 'MOVIE_LOVER' | 'ENTERTAINMENT_PRO' | 'B2B';
export type AccountType = 'UNSPECIFIED' | 'INDIVIDUAL' | 'COMPANY';

export type AccountViewer = {
  kind: 'account';
  accountId: string;
  sessionId: string;
  roles: Role[];
  consumerType: ConsumerType;
  accountType: AccountType;
  talents: string[];
  /** Still in onboarding. */
  onboarding: boolean;
  /** What the account has of plans, as `entitlementsOf` knows it; undefined for none. */
  plan?: string | undefined;
  /** An organization director by talent. Which organization is checked by the use case, against the object. */
  directs?: boolean | undefined;
  /** Its owner has closed it, and can still keep it. */
  closing?: boolean | undefined;
  /** When this session last met a fresh passkey challenge. */
  steppedUpAt?: Date;
};

export type VisitorViewer = { kind: 'visitor' };

export type ServiceViewer = {
  kind: 'service';
  /** The calling service. */
  service: string;
  /** The account whose request made the service call, if any. */
  onBehalfOf?: AccountViewer;
};

/** Who is calling. */
export type Viewer = VisitorViewer | AccountViewer | ServiceViewer;

export const visitor: VisitorViewer = Object.freeze({ kind: 'visitor' });

/** The signed-in viewer. @throws DomainError UNAUTHENTICATED, SIGN_IN_NEEDED */
export function requireAccount(viewer: Viewer): AccountViewer {
  if (viewer.kind !== 'account') throw signInNeeded();
  return viewer;
}

/** True for ADMIN and SUPER-USER. */
export function isStaff(viewer: Viewer): viewer is AccountViewer {
  return viewer.kind === 'account' && viewer.roles.length > 0;
}

/** The viewer as staff. @throws DomainError UNAUTHENTICATED or FORBIDDEN */
export function requireStaff(viewer: Viewer): AccountViewer {
  const account = requireAccount(viewer);
  if (!isStaff(account)) throw forbidden();
  return account;
}

/** True for an organization director by talent. */
export function isDirector(viewer: Viewer): viewer is AccountViewer {
  return viewer.kind === 'account' && viewer.directs === true;
}

/** True for Entertainment Pros. */
export function isPro(viewer: Viewer): viewer is AccountViewer {
  return viewer.kind === 'account' && viewer.consumerType === 'ENTERTAINMENT_PRO';
}

import { isRouteErrorResponse, Navigate } from 'react-router';
import { useCurrentUser } from '../../layout/current-user.ts';
import { ErrorPage } from '../../layout/error-pages.tsx';

/**
 * A profile that nobody finds here may be the viewer's own, which they have made private: they are led to their own page
 * of it. The public page knows nobody, so that this waits until it works.
 */
export function ProfileError({ profileId, error }: { profileId: string; error: unknown }) {
  const current = useCurrentUser();
  const isOwn = current.state === 'account' && current.user.id === profileId;
  const isNotFound = isRouteErrorResponse(error) && error.status === 404;
  return isOwn && isNotFound ? <Navigate to="/profile" replace /> : <ErrorPage error={error} />;
}

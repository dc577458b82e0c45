import { ProfileViewService } from '@marquee/contracts/identity/v1/profile_view_pb';
import { useEffect } from 'react';
import { client } from '../../api/browser/client.ts';

/** Counts a view of this profile. The page does not depend on it: a failure is ignored [PRO-04]. */
export function useRecordView(profileId: string): void {
  useEffect(() => {
    client(ProfileViewService)
      .recordProfileView({ profileId })
      .catch(() => {});
  }, [profileId]);
}

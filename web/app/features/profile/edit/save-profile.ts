import type { MessageInitShape } from '@bufbuild/protobuf';
import { ProfileService, type UpdateProfileRequestSchema } from '@marquee/contracts/identity/v1/profile_pb';
import { PROFILE_MESSAGES } from '@marquee/rules/profile-messages';
import { useNavigate, useRevalidator } from 'react-router';
import { client } from '../../../api/browser/client.ts';
import { refreshCurrentUser } from '../../../layout/current-user.ts';
import { toast } from '../../../ui/toast.tsx';

export type ProfileChanges = Omit<MessageInitShape<typeof UpdateProfileRequestSchema>, '$typeName' | 'requestId'>;

/** Saves changes, says so with the way back, and closes the screen; `before` are the same fields as they were [PRO-13]. */
export function useSaveProfile(): (changes: ProfileChanges, before: ProfileChanges) => Promise<void> {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const save = async (changes: ProfileChanges) => {
    await client(ProfileService).updateProfile(changes);
    await refreshCurrentUser();
  };
  const takeBack = async (before: ProfileChanges) => {
    try {
      await save(before);
      await revalidate();
      toast({ message: PROFILE_MESSAGES.saved, tone: 'good' });
    } catch {
      toast({ message: PROFILE_MESSAGES.saveFailed, detail: PROFILE_MESSAGES.tryLater, tone: 'danger' });
    }
  };
  return async (changes, before) => {
    await save(changes);
    toast({ message: PROFILE_MESSAGES.saved, tone: 'good', undo: () => void takeBack(before) });
    navigate('/profile/edit');
  };
}

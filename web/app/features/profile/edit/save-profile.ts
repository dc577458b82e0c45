import type { MessageInitShape } from '@bufbuild/protobuf';
import { ProfileService, type UpdateProfileRequestSchema } from '@marquee/contracts/identity/v1/profile_pb';
import { PROFILE_MESSAGES } from '@marquee/rules/profile-messages';
import { useNavigate, useRevalidator } from 'react-router';
import { client } from '../../../api/browser/client.ts';
import { _ } from '../../../language/words.ts';
import { refreshCurrentUser } from '../../../layout/current-user.ts';
import { toast } from '../../../ui/toast.ts';
import { showGrants } from '../coin-hints.ts';

export type ProfileChanges = Omit<MessageInitShape<typeof UpdateProfileRequestSchema>, '$typeName' | 'requestId'>;

/** The screen closes this long after a change was saved [PRO-14]. */
const CLOSE_AFTER_MS = 500;

/** Changes the profile; pages and the account menu show it at once, and coins that it earned a little later [PRO-14]. */
export function useUpdateProfile(): (changes: ProfileChanges) => Promise<void> {
  const { revalidate } = useRevalidator();
  return async (changes) => {
    const { grants } = await client(ProfileService).updateProfile(changes);
    showGrants(grants);
    await Promise.all([refreshCurrentUser(), revalidate()]);
  };
}

/** Saves changes, says so with the way back, and closes the screen; `before` are the same fields as they were [PRO-13]. */
export function useSaveProfile(): (changes: ProfileChanges, before: ProfileChanges) => Promise<void> {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const save = async (changes: ProfileChanges) => {
    const { grants } = await client(ProfileService).updateProfile(changes);
    showGrants(grants);
    await refreshCurrentUser();
  };
  const takeBack = async (before: ProfileChanges) => {
    try {
      await save(before);
      await revalidate();
      toast({ message: _(PROFILE_MESSAGES.saved), tone: 'good' });
    } catch {
      toast({ message: _(PROFILE_MESSAGES.saveFailed), detail: _(PROFILE_MESSAGES.tryLater), tone: 'danger' });
    }
  };
  return async (changes, before) => {
    await save(changes);
    toast({ message: _(PROFILE_MESSAGES.saved), tone: 'good', undo: () => void takeBack(before) });
    setTimeout(() => navigate('/profile/edit'), CLOSE_AFTER_MS);
  };
}

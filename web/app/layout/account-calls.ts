import { AuthService } from '@marquee/contracts/identity/v1/auth_pb';
import { ProfileService } from '@marquee/contracts/identity/v1/profile_pb';
import { client } from '../api/browser/client.ts';

// The calls of the layout, imported after hydration: visitors make none of them.

export const getCurrentUser = () => client(ProfileService).getCurrentUser({});
export const endSession = () => client(AuthService).signOut({});

import { AuthService } from '@marquee/contracts/identity/v1/auth_pb';
import { PeopleService, ProfileService } from '@marquee/contracts/identity/v1/people_pb';

export const identityServices = [AuthService, ProfileService, PeopleService] as const;

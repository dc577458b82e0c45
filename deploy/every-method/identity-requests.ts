import { PasskeyService } from '@marquee/contracts/identity/v1/passkey_pb';
import type { Values } from './call.ts';
import { planRequests } from './plan-scene.ts';
import type { RequestEntries } from './request-entries.ts';
import type { Scene } from './scene.ts';

/** Valid requests of methods of identity. */
export const identityRequests: RequestEntries = {
  ...planRequests,
  'identity.v1.AuthService/StartSignIn': {
    why: 'signs in to an account that exists',
    values: async (scene) => ({ email: (await scene.account()).email }),
  },
  'identity.v1.AuthService/ResendChallenge': {
    why: 'names the address of its challenge',
    values: async (scene) => ({ email: (await scene.challenge('EMAIL')).username }),
  },
  'identity.v1.AuthService/VerifyCode': {
    why: 'a code is of a challenge by phone',
    values: async (scene) => ({ ...(await codeOf(scene, ['session', 'phoneNumber'])), email: '' }),
  },
  'identity.v1.AuthService/VerifyPhoneCode': {
    why: 'a code is of a challenge by phone',
    values: (scene) => codeOf(scene, ['userId']),
  },
  'identity.v1.AuthService/ConfirmLink': {
    why: 'digits are asked for in another browser than the one that started',
    values: async () => ({ digits: '' }),
  },
  'identity.v1.ProfileService/UpdateProfile': {
    why: 'an email and a phone number are changed one after the other, and only Pros have an availability',
    values: async () => ({ phone: undefined, availability: undefined }),
  },
  'identity.v1.BrowserAccountService/SwitchAccount': {
    why: 'the account has to be signed in in the browser',
    values: async (scene) => ({ accountId: await scene.browserAccount() }),
  },
  'identity.v1.BrowserAccountService/SignOutAll': {
    why: 'there is something to sign out of',
    values: async (scene) => {
      await scene.browserAccount();
      return {};
    },
  },
  'identity.v1.PasskeyService/SignInWithPasskey': {
    why: 'a passkey has to sign the ceremony of this browser',
    values: async (scene) => {
      await scene.passkey();
      return scene.ceremony(PasskeyService.method.startPasskeySignIn, 'get');
    },
  },
  'identity.v1.PasskeyService/AddPasskey': {
    why: 'a device has to make the passkey in a ceremony',
    values: (scene) => scene.ceremony(PasskeyService.method.startAddPasskey, 'create'),
  },
  'identity.v1.PasskeyService/StartStepUp': {
    why: 'the account has to have a passkey',
    values: async (scene) => {
      await scene.passkey();
      return {};
    },
  },
  'identity.v1.PasskeyService/StepUp': {
    why: 'a passkey has to sign the ceremony of this session',
    values: async (scene) => {
      await scene.passkey();
      return scene.ceremony(PasskeyService.method.startStepUp, 'get');
    },
  },
  'identity.v1.PasskeyService/AddPasskeyByLink': {
    why: 'a device has to make the passkey in a ceremony of the link',
    values: async (scene) => {
      const linkToken = await scene.passkeyLink();
      return scene.ceremony(PasskeyService.method.startPasskeyByLink, 'create', { linkToken });
    },
  },
  'identity.v1.ConnectionService/AcceptConnection': {
    why: 'the person has to have asked',
    values: askedByAccount,
  },
  'identity.v1.ConnectionService/DeclineConnection': {
    why: 'the person has to have asked',
    values: askedByAccount,
  },
  'identity.v1.UserBackOfficeService/UnbanUser': {
    why: 'the user has to be banned',
    values: async (scene) => {
      await scene.ban();
      return {};
    },
  },
  'identity.v1.UserBackOfficeService/ConvertUserPicture': {
    why: 'the user has to show a picture',
    values: async (scene) => {
      await scene.shownPicture();
      return {};
    },
  },
  'identity.v1.UserBackOfficeService/CreateStaffPasskeyLink': {
    why: 'the account has to be of staff',
    values: async (scene) => ({ accountId: await scene.staffAccount() }),
  },
  'identity.v1.OwnDataService/CloseOwnAccount': {
    why: 'the address of the account has to be typed',
    values: async (scene) => ({ typed: scene.ownAddress() }),
  },
  'identity.v1.PeopleService/GetMailAddress': {
    why: 'the account has to exist',
    values: async (scene) => ({ accountId: (await scene.account()).id }),
  },
  'identity.v1.PersonFactsService/FindRecipient': {
    why: 'it asks by one of two addresses',
    values: async () => ({ phoneNumber: '' }),
  },
  'identity.v1.PersonFactsService/GetTextAddress': {
    why: 'the account has to exist',
    values: async (scene) => ({ accountId: (await scene.account()).id }),
  },
};

async function askedByAccount(scene: Scene): Promise<Values> {
  await scene.connectionRequest();
  return {};
}

async function codeOf(scene: Scene, names: readonly ('session' | 'userId' | 'phoneNumber')[]): Promise<Values> {
  const challenge = await scene.challenge('PHONE');
  const values: Values = { session: challenge.session, userId: challenge.userId, phoneNumber: challenge.username };
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

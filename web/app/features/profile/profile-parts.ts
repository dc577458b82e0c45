import { ConsumerType, type User } from '@marquee/contracts/identity/v1/account_pb';
import { _ } from '../../language/words.ts';

export type ProfilePart = { path: string; title: string; line: string; isDone: boolean };

type Fields = Pick<User, 'profilePicture' | 'bio' | 'talents' | 'socialLinks' | 'consumerType'>;

/** What makes a profile complete; talents are of Entertainment Pros alone [ONB-08]. */
export function profileParts(user: Fields): ProfilePart[] {
  const isPro = user.consumerType === ConsumerType.ENTERTAINMENT_PRO;
  const part = (path: string, title: string, line: string, isDone: boolean) => ({ path, title, line, isDone });
  return [
    part('/profile/edit/picture', _('Picture'), _('So that people recognise you.'), user.profilePicture !== ''),
    part('/profile/edit/bio', _('About me'), _('A few lines about you.'), user.bio !== ''),
    ...(isPro
      ? [
          part(
            '/profile/talents',
            _('Talents'),
            _('What you do, so that the right people find you.'),
            user.talents.length > 0,
          ),
        ]
      : []),
    part(
      '/profile/edit/showcase',
      _('Links'),
      _('Where your work can be seen and heard.'),
      user.socialLinks.length > 0,
    ),
  ];
}

import { Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { _, worded } from '../../language/words.ts';
import { shareLink } from '../../layout/share-link.ts';
import { Button } from '../../ui/button.tsx';
import type { ProfileView } from './profile-view.ts';

/** The label of a button that is only its picture where its row has no room. */
export const ShortLabel = ({ children }: { children: ReactNode }) => <span className="max-lg:sr-only">{children}</span>;

/** Shares the address under which everybody sees the profile [PRO-18]. */
export function ShareProfile({
  profile: { id, name, talents },
  short = false,
}: {
  profile: ProfileView;
  /** Beside so many others that small screens have room for its picture alone. */
  short?: boolean;
}) {
  return (
    <Button
      icon={<Share2 aria-hidden className="size-4" />}
      onClick={() =>
        void shareLink({ path: `/profile/${id}`, title: name, text: talents.map(worded).join(', '), what: 'profile' })
      }
    >
      {short ? <ShortLabel>{_('Share')}</ShortLabel> : _('Share')}
    </Button>
  );
}

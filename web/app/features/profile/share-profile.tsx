import { Share2 } from 'lucide-react';
import { _, worded } from '../../language/words.ts';
import { shareLink } from '../../layout/share-link.ts';
import { Button } from '../../ui/button.tsx';
import type { ProfileView } from './profile-view.ts';

/** Shares the address under which everybody sees the profile [PRO-18]. */
export function ShareProfile({ profile: { id, name, talents } }: { profile: ProfileView }) {
  return (
    <Button
      icon={<Share2 aria-hidden className="size-4" />}
      onClick={() =>
        void shareLink({ path: `/profile/${id}`, title: name, text: talents.map(worded).join(', '), what: 'profile' })
      }
    >
      {_('Share')}
    </Button>
  );
}

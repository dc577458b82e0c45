import type { CoinGrant } from '@marquee/contracts/identity/v1/profile_pb';
import { _, type Message, msg } from '../../language/words.ts';
import { toast } from '../../ui/toast.ts';

/** When coins are shown after what earned them, and what that was [PRO-14]. */
const HINTS: Readonly<Record<string, { afterMs: number; detail: Message }>> = {
  PROFILE_PICTURE: { afterMs: 1_000, detail: msg('For your first profile picture.') },
  NAME_AND_BIO: { afterMs: 1_500, detail: msg('For your name and a few lines about you.') },
};

/** Shows the coins that a change of the profile has earned. */
export function showGrants(grants: readonly Pick<CoinGrant, 'reason' | 'coins'>[]): void {
  for (const { reason, coins } of grants) {
    const hint = HINTS[reason];
    if (!hint) continue;
    const message = _('You earned {coins} coins', { coins });
    setTimeout(() => toast({ message, detail: _(hint.detail), tone: 'good' }), hint.afterMs);
  }
}

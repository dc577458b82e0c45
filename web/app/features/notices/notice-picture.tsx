import type { Notice } from '@marquee/contracts/notification/v1/notice_pb';
import { Bell, Clapperboard } from 'lucide-react';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';

/** The person or the film of a notice; a bell where it is about neither. Decorative: its title says the same. */
export function NoticePicture({ notice, large = false }: { notice: Notice; large?: boolean }) {
  const { picture, pictureIsPerson, actorName } = notice;
  if (pictureIsPerson && (picture || actorName))
    return <Avatar name={actorName} picture={picture} size={large ? 'huge' : 'medium'} />;
  const look = classNames(
    'grid shrink-0 place-items-center overflow-hidden rounded-control bg-raised text-ink-faint',
    large ? 'aspect-2/3 w-36' : 'aspect-2/3 w-11',
  );
  if (picture) {
    return (
      <img
        src={picture}
        alt=""
        width={large ? 144 : 44}
        height={large ? 216 : 66}
        loading="lazy"
        decoding="async"
        className={classNames(look, 'object-cover')}
      />
    );
  }
  const Icon = pictureIsPerson ? Bell : Clapperboard;
  return (
    <span aria-hidden className={classNames(look, pictureIsPerson && 'aspect-square rounded-full')}>
      <Icon className={large ? 'size-9' : 'size-5'} strokeWidth={1.25} />
    </span>
  );
}

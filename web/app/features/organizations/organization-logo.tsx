import { initials } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';

const sizes = { medium: 'size-16 text-lead', huge: 'size-24 text-title md:size-32' };
const pixels = { medium: 64, huge: 128 };

/** The logo of an organization, else its initials. Decorative: the name stands beside it. */
export function OrganizationLogo({
  name,
  logo,
  size = 'medium',
}: {
  name: string;
  logo: string;
  size?: keyof typeof sizes;
}) {
  const look = classNames('shrink-0 rounded-poster border border-line bg-raised', sizes[size]);
  if (logo) {
    const [width, height] = [pixels[size], pixels[size]];
    return <img src={logo} alt="" {...{ width, height }} loading="lazy" className={classNames(look, 'object-cover')} />;
  }
  return (
    <span aria-hidden className={classNames(look, 'grid place-items-center font-title text-action-ink')}>
      {initials(name)}
    </span>
  );
}
